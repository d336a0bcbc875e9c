import type { Flaw } from './flaw.js';

/** Makes one blank of several inside a key. */
export const keySpacesCollapsed: Flaw = {
  name: 'key-spaces-collapsed',
  requirement: 'key/inner-space',
  summary: 'Makes one blank of several inside a key.',
  apply: (parts) => ({ ...parts, identityOf: (key) => parts.identityOf(key.replace(/\s+/g, ' ')) }),
};
