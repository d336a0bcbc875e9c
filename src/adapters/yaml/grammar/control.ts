import { list, mapping, names, optional, required, standard } from '../reading/groups.js';
import { choice, text } from '../reading/scalars.js';
import type { Read } from '../reading/shape.js';
import { template } from '../reading/templates.js';
import type { Variable } from '../reading/variables.js';
import { path, requestFields } from './request.js';

const words = (allowed: readonly Variable[]) =>
  list(template('a word of the command', allowed), { least: 1 });

function hook(allowed: readonly Variable[]) {
  return mapping('a control', { request: required(mapping('request', requestFields(allowed, 'POST'))) });
}

/** The section `control`: what can be asked of the receiver besides exchanges. */
export const control = mapping('control', {
  process: optional(
    mapping('control/process', {
      command: required(words(['port'])),
      ready: required(mapping('ready', { path: required(path([])) })),
      stop: standard(choice(['SIGTERM', 'SIGINT', 'SIGKILL']), 'SIGTERM'),
      env: standard(
        names(
          'variable names',
          text('a text', () => null),
        ),
        {},
      ),
    }),
  ),
  restart: optional(
    mapping(
      'control/restart',
      {
        command: optional(words([])),
        request: optional(mapping('request', requestFields([], 'POST'))),
      },
      (value, report) => {
        if ((value.command === null) !== (value.request === null)) return;
        report('', { found: 'not exactly one way', expected: 'command or request', next: 'keep one' });
      },
    ),
  ),
  move_clock: optional(hook(['ms'])),
  slow: optional(hook(['ms'])),
  fail_next: optional(hook(['at'])),
  throttle_next: optional(hook(['retry_after_s'])),
});

/** The section `control`, as read. */
export type ControlFile = Read<typeof control>;
