/** A fragment name for a requirement's id: `lost-reply/timeout` under `failure` is `failure-lost-reply--timeout`. */
export function anchor(prefix: string, id: string): string {
  return `${prefix}-${id.replaceAll('/', '--').replace(/[^\w-]/g, '_')}`;
}
