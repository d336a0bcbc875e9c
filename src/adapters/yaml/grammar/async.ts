import { list, mapping, optional, required, standard } from '../reading/groups.js';
import { duration } from '../reading/scalars.js';
import type { Read } from '../reading/shape.js';
import { extractor, extractors, recogniser, when } from './answers.js';
import { headers, path } from './request.js';

/** The section `async`: which answers accept an action to be done later, and how to ask what became of it. */
export const async = mapping(
  'async',
  {
    when: required(when),
    poll_from: optional(extractor),
    path: optional(path(['id', 'run_id'])),
    headers: standard(headers(['id', 'run_id']), {}),
    done: optional(when),
    outcomes: standard(list(recogniser), []),
    result_id: optional(extractors),
    every: standard(duration, 1000),
    within: standard(duration, 60_000),
  },
  (value, report) => {
    const spare = (['path', 'done', 'result_id'] as const).find((name) => value[name] !== null);
    if (value.poll_from === null && spare !== undefined) {
      report(spare, {
        found: `"${spare}" without "poll_from"`,
        expected: 'poll_from: where the accepting answer names the address, or the id, to ask after',
        next: 'add "poll_from", such as { header: Location }',
      });
    }
    if (value.every < 1 || value.within < value.every) {
      report('within', {
        found: 'a time to ask in that is shorter than one wait, or no wait at all',
        expected: '"every" of at least 1ms, and "within" at least as long',
        next: 'make "within" longer, or "every" shorter',
      });
    }
  },
);

/** The section `async`, as read. */
export type AsyncSection = Read<typeof async>;
