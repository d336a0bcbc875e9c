/** The known name that a misspelled one most likely means, or null where none is near. */
export function nearest(wrong: string, known: readonly string[]): string | null {
  const lower = wrong.toLowerCase().replaceAll('-', '_');
  let best: { name: string; distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(lower, name.toLowerCase().replaceAll('-', '_'));
    if (best === null || distance < best.distance) best = { name, distance };
  }
  const allowed = Math.max(1, Math.floor(wrong.length / 3));
  return best !== null && best.distance <= allowed ? best.name : null;
}

/** Levenshtein's distance; both texts are cut at 64 characters, as no known name is longer. */
function editDistance(left: string, right: string): number {
  const [a, b] = [left.slice(0, 64), right.slice(0, 64)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
