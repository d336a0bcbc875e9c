import type { Json } from '../store/records.js';
import { charactersIn } from '../text.js';

/** A rule for one member: undefined when the value is right, else what is wanted. */
export type FieldRule = (value: Json) => string | undefined;

/** A text of so many characters. */
export const text =
  (least: number, most: number): FieldRule =>
  (value) =>
    typeof value === 'string' && charactersIn(value) >= least && charactersIn(value) <= most
      ? undefined
      : `a text of ${least} to ${most} characters`;

/** A text of one line; outer blanks do not count, and are kept. */
export const title: FieldRule = (value) =>
  typeof value === 'string' && value.trim() !== '' && charactersIn(value.trim()) <= 160
    ? undefined
    : 'a text of 1 to 160 characters, outer blanks not counted';

/** An object, whatever its members. */
export const anyObject: FieldRule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';

/** A list of texts. */
export const texts: FieldRule = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'a list of texts';

/** A number. */
export const number: FieldRule = (value) => (Number.isFinite(value) ? undefined : 'a number');

/** A whole number that a double holds exactly. */
export const wholeNumber: FieldRule = (value) =>
  Number.isSafeInteger(value) ? undefined : 'a whole number, at most 2^53-1';

/** A text, or nothing. */
export const textOrNull: FieldRule = (value) =>
  value === null || typeof value === 'string' ? undefined : 'a text or null';
