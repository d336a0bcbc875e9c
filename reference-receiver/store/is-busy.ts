/** True for the error of a store that another process kept for too long: the same may go well a little later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
