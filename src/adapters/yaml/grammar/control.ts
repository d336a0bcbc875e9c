import { list, mapping, names, optional, required, standard } from '../reading/groups.js';
import { choice, text } from '../reading/scalars.js';
import type { Read } from '../reading/shape.js';
import { template } from '../reading/templates.js';
import type { Variable } from '../reading/variables.js';
import { path, requestFields } from './request.js';
import { referenceMistake } from './target.js';

const words = (allowed: readonly Variable[]) =>
  list(template('a word of the command', allowed), { least: 1 });

/** A control is asked for in one way: by a request, or by a command. */
function hook(name: string, allowed: readonly Variable[]) {
  return optional(
    mapping(
      `control/${name}`,
      {
        command: optional(words(allowed)),
        request: optional(mapping('request', requestFields(allowed, 'POST'))),
      },
      (value, report) => {
        if ((value.command === null) !== (value.request === null)) return;
        report('', { found: 'not exactly one way', expected: 'command or request', next: 'keep one' });
      },
    ),
  );
}

/** The section `control`: what can be asked of the receiver besides exchanges. */
export const control = mapping('control', {
  process: optional(
    mapping('control/process', {
      command: required(words(['port'])),
      ready: required(mapping('ready', { path: required(path([])) })),
      stop: standard(choice(['SIGTERM', 'SIGINT', 'SIGKILL']), 'SIGTERM'),
      env: standard(
        names('variable names', text('a text, with ${env:NAME} for what is secret', referenceMistake)),
        {},
      ),
    }),
  ),
  restart: hook('restart', []),
  kill: hook('kill', []),
  move_clock: hook('move_clock', ['ms']),
  slow: hook('slow', ['ms']),
  fail_next: hook('fail_next', ['at']),
  throttle_next: hook('throttle_next', ['retry_after_s']),
});

/** The section `control`, as read. */
export type ControlFile = Read<typeof control>;
