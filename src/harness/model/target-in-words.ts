import type { Report } from './report.js';

/** Which receiver, and which version of it where somebody says; a report of an earlier kit says it nowhere. */
export function targetInWords({
  name,
  version,
}: {
  readonly name: string;
  readonly version?: Report['target']['version'];
}): string {
  return version === null || version === undefined ? name : `${name}, version ${version}`;
}
