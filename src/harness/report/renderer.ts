import type { Report } from '../model/report.js';

/** The formats a report can be rendered in. */
export const formats = ['json', 'html', 'markdown', 'junit', 'terminal'] as const;

/** One of the formats. */
export type Format = (typeof formats)[number];

/** What an inconclusive MUST or SHOULD may be in JUnit XML. */
export const inconclusiveInJunit = ['error', 'skipped'] as const;

/** One of these. */
export type InconclusiveInJunit = (typeof inconclusiveInJunit)[number];

/** What the terminal format and JUnit listen to; the others are the same everywhere. */
export interface RenderOptions {
  readonly inconclusive?: InconclusiveInJunit | undefined;
  readonly colour?: boolean;
  /** Columns to wrap prose at. */
  readonly width?: number;
}

/** A format: the name of its file below the report's folder, and the text of a report in it. */
export interface Renderer {
  readonly file: string;
  render(report: Report, options?: RenderOptions): string;
}
