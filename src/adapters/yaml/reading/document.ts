import { isAlias, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { badFile, type FileKind, type Problem } from './problem.js';
import { rootPlace, type Place, type Trouble } from './place.js';

const mostCharacters = 262_144;
const mostDepth = 64;

/** A YAML document that is being read: its root, what is wrong with it so far, and a way to end on that. */
export interface OpenDocument {
  readonly root: Place;
  /** Throws BAD_FILE where any problem has been reported. */
  finish(): void;
}

/**
 * Opens a YAML 1.2 document of at most 256 KiB. Aliases and tags of one's own are refused: every value stands where it
 * is used. Throws BAD_FILE where the text is no YAML at all.
 */
export function openDocument(text: string, file: string, kind = adapterFile(file)): OpenDocument {
  const problems: Problem[] = [];
  const lines = new LineCounter();
  const report = (offset: number, path: string, trouble: Trouble): void => {
    const { line, col } = lines.linePos(offset);
    problems.push({ line: Math.max(1, line), column: Math.max(1, col), path, ...trouble });
  };
  const excess = excessOf(text, kind);
  if (excess !== null) throw badFile(file, kind, [{ line: 1, column: 1, path: '', ...excess }]);
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  for (const mistake of [...document.errors, ...document.warnings]) {
    report(mistake.pos[0], '', syntaxTrouble(mistake.code, mistake.message));
  }
  if (problems.length > 0) throw badFile(file, kind, problems);
  refuseAliases(document, report);
  if (problems.length > 0) throw badFile(file, kind, problems);
  return {
    root: rootPlace(document.contents, report),
    finish: () => {
      if (problems.length > 0) throw badFile(file, kind, problems);
    },
  };
}

function adapterFile(file: string): FileKind {
  return { called: 'an adapter file', check: `\`twiceshy doctor ${file}\` checks the file again` };
}

/** The parser recurses: what is nested beyond all use is refused before it is parsed. */
function excessOf(text: string, { called }: FileKind): Trouble | null {
  if (text.length > mostCharacters) {
    return {
      found: `${text.length} characters`,
      expected: `a file of at most ${mostCharacters} characters`,
      next: `check that this is ${called}`,
    };
  }
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if ((character === ']' || character === '}') && depth > 0) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  const nestedInBlocks = /^(?: {400}|[ ]{0,400}(?:[-?:][ \t]{1,8}){33})/m.test(text);
  if (deepest <= mostDepth && !nestedInBlocks) return null;
  return {
    found: 'brackets or blocks within one another without end',
    expected: `at most ${mostDepth} levels`,
    next: 'close the brackets that stand open',
  };
}

function refuseAliases(
  document: Document.Parsed,
  report: (offset: number, path: string, trouble: Trouble) => void,
): void {
  visit(document, {
    Node: (_, node) => {
      const anchored = isAlias(node) || ('anchor' in node && node.anchor !== undefined);
      if (!anchored) return;
      report(node.range?.[0] ?? 0, '', {
        found: isAlias(node) ? `the alias "*${node.source}"` : 'an anchor ("&name")',
        expected: 'values written out where they are used',
        next: 'copy the value to this place',
      });
    },
  });
}

function syntaxTrouble(code: string, message: string): Trouble {
  switch (code) {
    case 'DUPLICATE_KEY':
      return {
        found: 'a field that stands twice in the same mapping',
        expected: 'each field once',
        next: 'remove one of the two',
      };
    case 'TAB_AS_INDENT':
      return { found: 'a tab as indentation', expected: 'blanks', next: 'replace tabs by blanks' };
    case 'MULTIPLE_DOCS':
      return {
        found: 'a second document ("---")',
        expected: 'one document: one operation is one file',
        next: 'move the second document to a file of its own',
      };
    case 'TAG_RESOLVE_FAILED':
      return { found: 'a tag ("!name")', expected: 'plain YAML values', next: 'remove the tag' };
    default:
      return {
        found: `text that is not YAML (${message.split('\n')[0] ?? code})`,
        expected: 'YAML 1.2',
        next: 'check quotes, indentation and brackets here and on the line before',
      };
  }
}
