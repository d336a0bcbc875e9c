/** A message whose end cannot be told for certain, or which is beyond a bound; the text says why. */
export class BadMessage extends Error {
  /** What a server says to a request of this kind. */
  readonly refusal: 400 | 431 | 501;
  /** Whether two readers could see its end in different places. */
  readonly ambiguous: boolean;

  constructor(why: string, kind: { refusal?: 400 | 431 | 501; ambiguous?: boolean } = {}) {
    super(why);
    this.name = 'BadMessage';
    this.refusal = kind.refusal ?? 400;
    this.ambiguous = kind.ambiguous ?? false;
  }
}
