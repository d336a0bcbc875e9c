/** The results as a drawing (SVG). */
export function plotOf(results: unknown): string;
