import type { AdapterSections } from '../grammar/adapter-file.js';
import type { Values } from '../reading/variables.js';
import type { Moments } from './moments.js';
import type { KeySpelling } from './spelling.js';

/** What all codecs of one file share. */
export interface Setting {
  readonly file: AdapterSections;
  readonly spelling: KeySpelling;
  readonly moments: Moments;
  readonly runId: string;
  readonly now: () => number;
}

/** The same values on every attempt: the time in them is that at which the key was first asked for. */
export function stableValues(
  setting: Setting,
  action: { readonly key: string; readonly marker: string },
): Values {
  const values = actionValues(setting, action);
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(values),
      now_iso: { get: () => setting.moments.firstSentIso(action.key) },
    },
  ) as Values;
}

/** The values of the variables that an action's requests may use. */
export function actionValues(
  { moments, runId }: Setting,
  action: { readonly key: string; readonly marker: string },
): Values {
  return {
    key: action.key,
    marker: action.marker,
    run_id: runId,
    get now_iso() {
      return moments.nowIso();
    },
    get first_sent_imf() {
      return moments.firstSentImf(action.key);
    },
  };
}
