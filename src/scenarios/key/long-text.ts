import type { Setting } from '../../harness/model/scenario.js';

/** Random text of that many characters: lower-case letters and digits, which do not compress. */
export function longText(setting: Pick<Setting, 'fresh'>, label: string, length: number): string {
  let text = '';
  for (let part = 1; text.length < length; part += 1) text += setting.fresh(`${label}, part ${part}`);
  return text.slice(0, Math.max(0, length));
}
