import type { AdapterSections } from './adapter-file.js';

type Sections = Partial<AdapterSections>;

/** The pointers into the sample payload that a file writes down, each with its place in the file. */
export function memberPointers(
  fields: NonNullable<Sections['fields']> | null,
  vary: NonNullable<Sections['create']>['vary'],
): readonly (readonly [path: string, pointer: string])[] {
  const found: [string, string][] = vary === null ? [] : [['create/vary/pointer', vary.pointer]];
  if (fields === null) return found;
  fields.kept.forEach((pair, index) => {
    found.push(
      typeof pair === 'string' ? [`fields/kept/${index}`, pair] : [`fields/kept/${index}/sent`, pair.sent],
    );
  });
  for (const role of ['text', 'long_text', 'nested', 'list', 'number', 'integer', 'optional'] as const) {
    const field = fields[role];
    if (field === null) continue;
    found.push(
      typeof field === 'string' ? [`fields/${role}`, field] : [`fields/${role}/pointer`, field.pointer],
    );
  }
  return found;
}
