import type { Renderer } from './renderer.js';
import { quietJson } from './shown-text.js';

/** The report as pretty JSON, whole: nothing is cut, since the digest is taken over it. */
export const json: Renderer = {
  file: 'report.json',
  render: (report) => `${quietJson(JSON.stringify(report, null, 2))}\n`,
};
