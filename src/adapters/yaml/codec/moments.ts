const mostRemembered = 50_000;

/** The times that templates may name. */
export interface Moments {
  /** Now, in RFC 3339 form. */
  nowIso(): string;
  /** When this key was first asked for, as an HTTP-date: the same on every attempt (OASIS Repeatability-First-Sent). */
  firstSentImf(key: string): string;
}

/** Remembers when each key was first asked for; of very many keys the oldest are forgotten. */
export function moments(now: () => number): Moments {
  const first = new Map<string, string>();
  return {
    nowIso: () => new Date(now()).toISOString(),
    firstSentImf: (key) => {
      const known = first.get(key);
      if (known !== undefined) return known;
      const stamp = new Date(now()).toUTCString();
      const [oldest] = first.keys();
      if (first.size >= mostRemembered && oldest !== undefined) first.delete(oldest);
      first.set(key, stamp);
      return stamp;
    },
  };
}
