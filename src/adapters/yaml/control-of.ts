import type { ControlSection, Hook } from '../../harness/model/adapter-file.js';
import type { HttpRequest } from '../../harness/model/exchange.js';
import type { Control } from '../../harness/model/step.js';
import { preparedRequest, type RequestTemplate } from './codec/request.js';
import { keySpelling } from './codec/spelling.js';
import type { ControlFile } from './grammar/control.js';
import { filled, type Values } from './reading/variables.js';
import { resolved, type Environment } from './target/environment.js';

/** The section `control`, with its requests addressed to `baseUrl`, and its process given what it names of the environment. */
export function controlOf(file: ControlFile, baseUrl: string, environment: Environment): ControlSection {
  const { process } = file;
  return {
    process:
      process === null
        ? null
        : {
            command: (port) => process.command.map((word) => filled(word, { port: String(port) })),
            readyPath: process.ready.path,
            stop: process.stop,
            env: Object.fromEntries(
              Object.entries(process.env).map(([name, text]) => [name, resolved(text, environment)]),
            ),
          },
    hook: (control) => {
      const described = describedFor(file, control);
      return described === null ? null : hookOf(described, valuesOf(control), baseUrl);
    },
  };
}

type Described = NonNullable<ControlFile['restart']>;

function describedFor(file: ControlFile, { control }: Control): Described | null {
  switch (control) {
    case 'move-clock':
      return file.move_clock;
    case 'slow':
      return file.slow;
    case 'fail-next':
      return file.fail_next;
    case 'throttle-next':
      return file.throttle_next;
    case 'restart':
      return file.restart;
    case 'kill':
      return file.kill;
  }
}

function valuesOf(control: Control): Values {
  switch (control.control) {
    case 'move-clock':
    case 'slow':
      return { ms: String(control.ms) };
    case 'fail-next':
      return { at: control.at };
    case 'throttle-next':
      return { retry_after_s: String(control.retryAfterS) };
    case 'restart':
    case 'kill':
      return {};
  }
}

function hookOf({ request, command }: Described, values: Values, baseUrl: string): Hook | null {
  if (request !== null) return { by: 'request', request: addressedHook(request, values, baseUrl) };
  if (command === null) return null;
  return { by: 'command', command: command.map((word) => filled(word, values)) };
}

function addressedHook(template: RequestTemplate, values: Values, baseUrl: string): HttpRequest {
  const { method, path, headers, body } = preparedRequest(
    template,
    values,
    keySpelling({ in: 'none', encode: null }),
  );
  return { method, url: `${baseUrl}${path}`, headers, body };
}
