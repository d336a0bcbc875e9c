/** The results as a page. */
export function markdownOf(results: unknown): string;
