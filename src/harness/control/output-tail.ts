/** The end of what a process printed. */
export interface OutputTail {
  add(bytes: Uint8Array): void;
  /** As text, whatever bytes came; where something was cut off, it begins with a whole line. */
  text(): string;
}

/** Where no line ends, so much is dropped at a cut, in bytes; no secret is longer. */
const longestPart = 4 * 1024;

/** Keeps the last bytes of an output, `most` of them; a cut leaves no part of a word that would be redacted whole. */
export function openOutputTail(most: number): OutputTail {
  let kept = Buffer.alloc(0);
  let isCut = false;
  return {
    add: (bytes) => {
      const all = Buffer.concat([kept, bytes]);
      isCut ||= all.length > most;
      kept = all.subarray(-most);
    },
    text: () => new TextDecoder().decode(isCut ? afterFirstLine(kept) : kept),
  };
}

function afterFirstLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x0a);
  return bytes.subarray(end >= 0 && end < longestPart ? end + 1 : longestPart);
}
