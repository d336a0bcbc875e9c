/** A course with what it saw, and whether that is what is expected of it, name by name. */
export function judged({ name, expected, seen }) {
  const holds = Object.entries(expected).every(
    ([what, value]) => JSON.stringify(seen[what]) === JSON.stringify(value),
  );
  return { name, holds, expected, seen };
}
