const mostRemembered = 50_000;

/** The times that templates may name. */
export interface Moments {
  /** Now, in RFC 3339 form. */
  nowIso(): string;
  /** When this key was first asked for, in RFC 3339 form: the same on every attempt. */
  firstSentIso(key: string): string;
  /** The same moment as an HTTP-date (OASIS Repeatability-First-Sent). */
  firstSentImf(key: string): string;
}

/** Remembers when each key was first asked for; of very many keys the oldest are forgotten. */
export function moments(now: () => number): Moments {
  const first = new Map<string, Date>();
  const firstSent = (key: string): Date => {
    const known = first.get(key);
    if (known !== undefined) return known;
    const moment = new Date(now());
    const [oldest] = first.keys();
    if (first.size >= mostRemembered && oldest !== undefined) first.delete(oldest);
    first.set(key, moment);
    return moment;
  };
  return {
    nowIso: () => new Date(now()).toISOString(),
    firstSentIso: (key) => firstSent(key).toISOString(),
    firstSentImf: (key) => firstSent(key).toUTCString(),
  };
}
