/** The mistakes that a check finds; what it throws is one as well, since codecs never throw. */
export function attempted(what: string, check: () => readonly (string | null)[]): readonly string[] {
  try {
    return check().filter((mistake) => mistake !== null);
  } catch (error) {
    return [`${what} throws: ${error instanceof Error ? error.message : String(error)}`];
  }
}
