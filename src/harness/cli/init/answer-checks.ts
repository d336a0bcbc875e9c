/** Why the text is none of these, or null. */
export function oneOf(allowed: readonly string[]): (answer: string) => string | null {
  return (answer) => (allowed.includes(answer) ? null : `Answer with one of: ${allowed.join(', ')}.`);
}

/** Why the text is no address of a receiver, or null; a reference to the environment is one. */
export function addressMistake(answer: string): string | null {
  if (/^\$\{env:[A-Za-z_]\w*\}$/.test(answer)) return null;
  const url = URL.canParse(answer) ? new URL(answer) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'Give an address such as https://sandbox.example.test, or ${env:NAME} for one in the environment.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'Leave the credential out: it goes into target.headers, as ${env:NAME}.';
  }
  return url.search === '' && url.hash === '' ? null : 'Leave out what follows ? or #.';
}

/** Why the text is no path below the base address, or null. */
export function pathMistake(answer: string, withKey: boolean): string | null {
  if (!/^\/[^\s?#]*$/.test(answer)) return 'Begin it with a slash; no blanks, no ? and no #.';
  const has = answer.includes('{{key}}');
  if (has === withKey) return null;
  return withKey ? 'Put {{key}} where the key belongs.' : 'The key does not travel in this path.';
}

/** Why the text is no name of a header (RFC 9110), or null. */
export function headerMistake(answer: string): string | null {
  return /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(answer) ? null : 'Use letters, digits and hyphens.';
}

/** Why the text is no name of a query parameter, or null. */
export function parameterMistake(answer: string): string | null {
  return /^[^\s=&?#{}]{1,200}$/.test(answer) ? null : 'Give the name alone: no blanks, no = and no &.';
}

/** Why the text is no JSON Pointer (RFC 6901) to a member, or null. */
export function pointerMistake(answer: string): string | null {
  return /^(?:\/(?:[^~/\s]|~[01])+)+$/.test(answer) ? null : 'Write it as a JSON Pointer, such as /data/id.';
}

/** Why no file can be written there, or null. */
export function fileMistake(answer: string, place: 'free' | 'taken' | 'no folder'): string | null {
  if (!/\.ya?ml$/.test(answer)) return 'Let its name end with .yaml.';
  return place === 'no folder' ? 'There is no such folder: make it first, or name another file.' : null;
}
