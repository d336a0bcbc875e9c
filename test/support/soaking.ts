/**
 * True in `npm run soak`. What turns on milliseconds (a race, a kill in the middle of a create) is tried there until
 * it is made certain; the tests hold what follows from the order of events alone.
 */
export const soaking = process.env['TWICESHY_SOAK'] !== undefined;
