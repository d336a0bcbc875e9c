/** An element of a parsed XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const token = /<\?xml[^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Parses XML without DTD, comments or sections; throws at the first thing that XML 1.0 forbids. */
export function parseXml(text: string): XmlElement {
  if (forbidden.test(text)) throw new Error('a character that XML 1.0 forbids');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`not well-formed at: ${text.slice(at, at + 60)}`);
    const [, closed, opened, attributes = '', selfClosed, content] = match;
    const here = open.at(-1) ?? root;
    if (content !== undefined) here.text += decoded(content);
    if (closed !== undefined && open.pop()?.name !== closed)
      throw new Error(`</${closed}> closes another element`);
    if (opened === undefined) continue;
    const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' };
    here.children.push(element);
    if (selfClosed === '') open.push(element);
  }
  const [document, ...more] = root.children;
  if (open.length !== 1 || document === undefined || more.length > 0)
    throw new Error('not one closed document');
  return document;
}

/** Every element of a name, at any depth, in document order. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, decoded(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error('an attribute twice');
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(text))
    throw new Error(`a bare ampersand in: ${text.slice(0, 60)}`);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
