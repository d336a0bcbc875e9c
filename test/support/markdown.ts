/** A fenced block of a Markdown text. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** What the comment right above it says, such as `printed by: npx twiceshy run`; empty without one. */
  readonly note: string;
}

const fenced = /(?:<!-- (?<note>[^\n]*) -->\n+)?^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/** The fenced blocks of a text, in order. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(fenced)].map(({ groups }) => ({
    language: groups?.['language'] ?? '',
    text: groups?.['text'] ?? '',
    note: groups?.['note'] ?? '',
  }));
}

/** The text outside of fenced blocks. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(fenced, '');
}

/** Where the links and pictures of a text lead, without those to other hosts. */
export function localLinksOf(markdown: string): readonly string[] {
  return [...proseOf(markdown).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Paths of this repository that a text names as code; of a path with a placeholder, the folder before it. */
export function pathsOf(markdown: string): readonly string[] {
  const named = /`(?<path>(?:src|test|reference-receiver|reports|docs|build|bench|examples|\.ci)\/[^`\s]*)`/g;
  return [...proseOf(markdown).matchAll(named)].map(({ groups }) =>
    (groups?.['path'] ?? '').replace(/[^/]*[<*{].*$/, ''),
  );
}

/** The anchors that the headings of a text give. */
export function anchorsOf(markdown: string): readonly string[] {
  return [...proseOf(markdown).matchAll(/^#+ (?<title>.+)$/gm)].map(({ groups }) =>
    (groups?.['title'] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
