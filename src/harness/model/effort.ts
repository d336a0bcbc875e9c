/** How much a run spends: quick leaves out what costs many creates, thorough tries and waits longest. */
export const efforts = ['quick', 'standard', 'thorough'] as const;

/** One of the efforts. */
export type Effort = (typeof efforts)[number];
