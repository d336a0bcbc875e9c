import { documented, list, mapping, optional, required, standard } from '../reading/groups.js';
import { duration } from '../reading/scalars.js';
import type { Read } from '../reading/shape.js';
import { extractor, extractors, recogniser, when } from './answers.js';
import { headers, path } from './request.js';

/** The section `async`: which answers accept an action to be done later, and how to ask what became of it. */
export const async = mapping(
  'async',
  {
    when: documented(
      'Answers that accept an action, to be done later; asked before outcomes.',
      required(when),
    ),
    poll_from: documented(
      'Where the accepting answer names the address to ask, or the id that path takes. Other hosts are not followed.',
      optional(extractor),
    ),
    path: documented(
      'The path to ask, with {{id}} for what poll_from finds.',
      optional(path(['id', 'run_id'])),
    ),
    headers: standard(headers(['id', 'run_id']), {}),
    done: documented('When the job is done; left out, an answer that no longer accepts is.', optional(when)),
    outcomes: documented(
      'How a finished job is read, before done; what none matches and is done is created.',
      standard(list(recogniser), []),
    ),
    result_id: documented(
      'Where the finished job names the record; left out, as id says.',
      optional(extractors),
    ),
    every: documented(
      'The wait between two polls, where no answer asks for another.',
      standard(duration, 1000),
    ),
    within: documented(
      'How long a job may take; after that the action is left open.',
      standard(duration, 60_000),
    ),
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
