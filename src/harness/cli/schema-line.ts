import { dirname, relative, resolve, sep } from 'node:path';

/** The first line of an adapter file, which leads editors to the schema; by the shortest way from where the file is. */
export function schemaLine(path: string, schemaFile: string): string {
  const way = relative(dirname(resolve(path)), schemaFile)
    .split(sep)
    .join('/');
  const written = way.startsWith('.') ? way : `./${way}`;
  // A comment ends at the line, and the address at a blank.
  return `# yaml-language-server: $schema=${written.replaceAll(' ', '%20')}\n`;
}
