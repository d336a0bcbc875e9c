import { join } from 'node:path';
import { isJsonObject, parseJson } from '../../model/json.js';
import type { Report } from '../../model/report.js';
import { renderers } from '../../report/renderers.js';
import { sealReport } from '../digest.js';
import { bytesOf } from './bytes-of.js';
import type { Trouble } from './verification.js';

const { file } = renderers.json;

/** Reads the report of a folder and holds it to its own digest; null where it is not what was written. */
export function sealedReport(folder: string): {
  readonly report: Report | null;
  readonly troubles: readonly Trouble[];
} {
  const bytes = bytesOf(join(folder, file));
  if (bytes === null) return refused('it is missing');
  const value = parseJson(bytes.toString('utf8'));
  if (!isJsonObject(value)) return refused('it is no JSON object');
  if (value['formatVersion'] !== 1 || !Array.isArray(value['entries']))
    return refused('it is no report of format version 1');
  const { digest, ...rest } = value as unknown as Report;
  const made = sealReport(rest);
  if (made.digest !== digest)
    return refused(`it was changed: what it says has the digest ${made.digest}, not the ${digest} it names`);
  const report = { ...rest, digest };
  // Blanks and the order of members are no part of the digest, and part of the file.
  const isAsWritten = Buffer.from(renderers.json.render(report), 'utf8').equals(bytes);
  return {
    report,
    troubles: isAsWritten ? [] : [{ file, what: 'it says what was written, but is not spelled as written' }],
  };
}

function refused(what: string): ReturnType<typeof sealedReport> {
  return { report: null, troubles: [{ file, what }] };
}
