const between = 100;

/** Makes a function that is true at every hundredth call: for work that need not be done each time. */
export function nowAndThen(): () => boolean {
  let calls = 0;
  return () => (calls += 1) % between === 0;
}
