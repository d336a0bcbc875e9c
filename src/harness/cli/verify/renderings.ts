import { join } from 'node:path';
import type { Report } from '../../model/report.js';
import { formats, inconclusiveInJunit } from '../../report/renderer.js';
import { renderers } from '../../report/renderers.js';
import { bytesOf } from './bytes-of.js';
import type { Trouble } from './verification.js';

const rendered = formats.filter((format) => format !== 'json');

/** Holds the other formats of a report to what report.json renders to, byte for byte. */
export function renderings(
  folder: string,
  report: Report,
): { readonly checked: number; readonly troubles: readonly Trouble[] } {
  const troubles = rendered.flatMap((format) => {
    const renderer = renderers[format];
    const { file } = renderer;
    const bytes = bytesOf(join(folder, file));
    if (bytes === null) return [{ file, what: 'it is missing' }];
    // How JUnit XML tells what is inconclusive is the choice of who ran it.
    const fits = inconclusiveInJunit.some((inconclusive) =>
      Buffer.from(renderer.render(report, { inconclusive }), 'utf8').equals(bytes),
    );
    return fits ? [] : [{ file, what: `it is not what ${renderers.json.file} renders to` }];
  });
  return { checked: rendered.length, troubles };
}
