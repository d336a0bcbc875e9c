/** Whether every count of the results is as it should be. */
export function everythingHolds(results: unknown): boolean;
