/** The name of a worker by its number; the first is who works where a step names nobody. */
export function workerName(number = 1): string {
  return `worker-${number}`;
}
