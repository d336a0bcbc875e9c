import { basename, join } from 'node:path';
import type { Report } from '../../model/report.js';
import { evidenceFile, evidenceFolder } from '../output-folder.js';
import { bytesOf } from './bytes-of.js';
import { filesIn } from './recorded-histories.js';
import type { Trouble } from './verification.js';

/** Holds the files beside the histories to the digests that the report has of them. */
export function evidenceFiles(
  folder: string,
  report: Report,
): { readonly checked: number; readonly troubles: readonly Trouble[] } {
  // A report of an earlier version lacks the member.
  const told = (report.evidence as Report['evidence'] | undefined) ?? [];
  const present = filesIn(join(folder, evidenceFolder));
  const changed = told.flatMap(({ file, sha256, bytes }) => {
    const name = basename(file);
    if (file !== `${evidenceFolder}/${name}` || !present.includes(name))
      return [{ file, what: 'it is missing' }];
    const found = bytesOf(join(folder, file));
    if (found === null) return [{ file, what: 'it cannot be read' }];
    const made = evidenceFile(name, found);
    if (made.sha256 === sha256 && made.bytes === bytes) return [];
    return [{ file, what: `its SHA-256 is ${made.sha256}, and the report names ${sha256}` }];
  });
  const named = told.map(({ file }) => basename(file));
  const strangers = present
    .filter((name) => !named.includes(name))
    .map((name) => ({ file: `${evidenceFolder}/${name}`, what: 'the report names no such file' }));
  return { checked: told.length, troubles: [...changed, ...strangers] };
}
