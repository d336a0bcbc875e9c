import type { ControlSection } from '../../harness/model/adapter-file.js';
import type { HttpRequest } from '../../harness/model/exchange.js';
import type { Control } from '../../harness/model/step.js';
import { preparedRequest, type RequestTemplate } from './codec/request.js';
import { keySpelling } from './codec/spelling.js';
import type { ControlFile } from './grammar/control.js';
import { filled, type Values } from './reading/variables.js';

/** The section `control`, with its requests addressed to `baseUrl`. */
export function controlOf(file: ControlFile, baseUrl: string): ControlSection {
  const { process, restart } = file;
  return {
    process:
      process === null
        ? null
        : {
            command: (port) => process.command.map((word) => filled(word, { port: String(port) })),
            readyPath: process.ready.path,
            stop: process.stop,
            env: process.env,
          },
    restartCommand: restart?.command ?? null,
    request: (control) => {
      const asked = hookOf(file, control);
      return asked === null ? null : addressedHook(asked.template, asked.values, baseUrl);
    },
  };
}

interface Hook {
  readonly template: RequestTemplate;
  readonly values: Values;
}

function hookOf(file: ControlFile, control: Control): Hook | null {
  switch (control.control) {
    case 'move-clock':
      return hook(file.move_clock?.request, { ms: String(control.ms) });
    case 'slow':
      return hook(file.slow?.request, { ms: String(control.ms) });
    case 'fail-next':
      return hook(file.fail_next?.request, { at: control.at });
    case 'throttle-next':
      return hook(file.throttle_next?.request, { retry_after_s: String(control.retryAfterS) });
    case 'restart':
      return hook(file.restart?.request ?? undefined, {});
    case 'kill':
      return null;
  }
}

function hook(template: RequestTemplate | undefined, values: Values): Hook | null {
  return template === undefined ? null : { template, values };
}

function addressedHook(template: RequestTemplate, values: Values, baseUrl: string): HttpRequest {
  const { method, path, headers, body } = preparedRequest(
    template,
    values,
    keySpelling({ in: 'none', encode: null }),
  );
  return { method, url: `${baseUrl}${path}`, headers, body };
}
