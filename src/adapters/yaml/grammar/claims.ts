import { claimNames } from '../../../harness/model/contract.js';
import { outcomeKinds } from '../../../harness/model/outcome.js';
import { either, list, mapping, optional, required, standard } from '../reading/groups.js';
import { choice, duration, number, pointer, text } from '../reading/scalars.js';
import type { Shape } from '../reading/shape.js';
import { pointerPair } from './answers.js';

/** The section `retention`: how long a key is remembered. */
export const retention = mapping(
  'retention',
  {
    value: optional(duration),
    kind: required(choice(['floor', 'exact', 'ceiling', 'record', 'none', 'undocumented'])),
  },
  ({ value, kind }, report) => {
    const timed = kind === 'floor' || kind === 'exact' || kind === 'ceiling';
    if (timed && value === null) {
      report('kind', {
        found: `kind: ${kind} without "value"`,
        expected: 'the window, such as value: 24h',
        next: 'add "value"',
      });
    }
    if (!timed && value !== null) {
      report('value', {
        found: `"value" beside kind: ${kind}`,
        expected: 'no window',
        next: 'remove it, or write kind: floor',
      });
    }
  },
);

const scopes = choice(['credential', 'tenant', 'method', 'path', 'region', 'environment']);

/** The section `scope`: what the same key is told apart by. */
export const scope = either(choice(['undocumented']), list(scopes, { least: 1 }));

const undocumented = 'undocumented' as const;

/** The section `claims`: what the owner promises; never what was observed. */
export const claims = mapping('claims', {
  replay: standard(
    choice(['same_response', 'same_id', 'error_with_id', 'error_only', undocumented]),
    undocumented,
  ),
  mismatch: standard(choice(['reject', 'replay_anyway', 'update', 'new_record', undocumented]), undocumented),
  in_flight: standard(choice(['reject', 'wait', 'either', 'may_duplicate', undocumented]), undocumented),
  failures: standard(
    choice(['all', 'non_5xx', '2xx_only', 're_execute', 'burnt', undocumented]),
    undocumented,
  ),
  missing_key: standard(choice(['reject', 'unguarded', undocumented]), undocumented),
  after_expiry: standard(choice(['new_record', 'refuse', 'replay', undocumented]), undocumented),
});

const sized = mapping('a text field', { pointer: required(pointer), max: required(number(1, 10_000_000)) });
const placed = either(pointer, mapping('a field', { pointer: required(pointer) }));

/** The section `fields`: which payload members probes may vary, and which must read back as sent. */
export const fields = mapping('fields', {
  kept: standard(list(pointerPair), []),
  text: optional(sized),
  long_text: optional(sized),
  nested: optional(placed),
  list: optional(placed),
  number: optional(placed),
  integer: optional(placed),
  optional: optional(placed),
});

/** One requirement has five minutes; counting what the load made takes its part of them. */
const longestLoadS = 240;

/** The section `limits`: what protects the target from the kit, and the load that it asks for. */
export const limits = mapping(
  'limits',
  {
    creates: standard(number(1, 1_000_000), 50),
    rps: standard(number(0.01, 100_000, false), 2),
    parallel: standard(number(1, 1000), 5),
    timeout: standard(duration, 30_000),
    load: optional(
      mapping('limits/load', {
        rate: required(number(0.01, 100_000, false)),
        actions: required(number(1, 20_000)),
        replays: required(number(1, 20_000)),
      }),
    ),
  },
  ({ creates, rps, load }, report) => {
    if (load === null) return;
    const sends = load.actions + load.replays;
    if (load.rate > rps) {
      report('load/rate', {
        found: `a load of ${load.rate} requests a second where rps allows ${rps}`,
        expected: `a rate of at most ${rps}`,
        next: 'lower the rate, or raise limits.rps',
      });
    }
    if (sends > creates) {
      report('load', {
        found: `a load of ${sends} creates (actions and replays) where creates allows ${creates}`,
        expected: `at most ${creates} together`,
        next: 'send fewer, or raise limits.creates',
      });
    }
    if (sends / load.rate > longestLoadS) {
      report('load', {
        found: `a load of ${Math.ceil(sends / load.rate)} s (actions and replays by the rate)`,
        expected: `at most ${longestLoadS} s`,
        next: 'send fewer, or raise the rate',
      });
    }
  },
);

/** The section `promises`: requirements that the owner holds itself to. */
export const promises: Shape<readonly string[]> = list(
  text('the id of a requirement, such as replay/after-update', (value) =>
    /^[a-z0-9]+(?:-[a-z0-9]+){0,12}\/[a-z0-9]+(?:-[a-z0-9]+){0,12}$/.test(value)
      ? null
      : { next: '`twiceshy list` shows the ids' },
  ),
);

const fileParts = [
  'retention',
  'scope',
  'consistency',
  'intent',
  ...claimNames.map((name) => `claims.${name}`),
  ...['in', 'name', 'encode', 'max', 'chars'].map((name) => `key.${name}`),
  ...outcomeKinds.map((kind) => `outcomes.${kind}`),
  'create',
  'second',
  'id',
  'observe',
  'lookup',
  'fetch',
  'update',
  'delete',
  'retry',
  'fields',
];

/** What the file states without a primary source: claims, a part of the key, a recogniser, or a whole section. */
export const unconfirmed: Shape<readonly string[]> = list(choice(fileParts));
