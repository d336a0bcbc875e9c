/** A whole number with commas between its thousands. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A number and its noun: `1 case`, `2 cases`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** A length of time for people, exact to the second from a minute on: `250 ms`, `1.5 s`, `24 hours`, `1 day 2 hours`. */
export function spelledDuration(ms: number): string {
  if (ms < 1_000) return `${grouped(Math.round(ms))} ms`;
  if (ms < 60_000) return `${String(Math.round(ms / 100) / 10)} s`;
  const whole = units.find((unit) => ms % unit.ms === 0 && ms >= 2 * unit.ms && ms < 100 * unit.ms);
  if (whole !== undefined && whole.name !== 'second') return counted(ms / whole.ms, whole.name);
  return units
    .map(({ name, ms: size }, index) => ({
      name,
      count: Math.floor((ms % (units[index - 1]?.ms ?? Infinity)) / size),
    }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => counted(count, name))
    .join(' ');
}

/** An ISO 8601 instant as people write it: `2026-03-14 09:26:53 UTC`; any other text is returned as it is. */
export function spelledInstant(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
  return parts === null ? iso : `${parts[1]} ${parts[2]} UTC`;
}
