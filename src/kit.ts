import { readFileSync } from 'node:fs';
import {
  defaultTokens,
  receiverFlaws,
  serveReceiver,
  systemClock as receiverClock,
} from '../reference-receiver/index.js';
import { mountBundledReceiver } from './adapters/in-process/mount-bundled-receiver.js';
import { readAdapter } from './adapters/yaml/read-adapter.js';
import type { Kit } from './harness/cli/kit.js';
import { senderInvariants } from './harness/invariants/sender-invariants.js';
import { scenarios } from './scenarios/index.js';

const bundledFile = new URL('adapters/in-process/bundled.yaml', import.meta.url);

/** What comes in by the door: time, chance, the environment, and where text goes. */
export type Door = Pick<
  Kit,
  | 'version'
  | 'clock'
  | 'chance'
  | 'environment'
  | 'platform'
  | 'out'
  | 'err'
  | 'terminal'
  | 'signal'
  | 'workerProgram'
> & {
  /** The compiled file of the bundled receiver's process. */
  readonly receiverProgram: () => string;
};

/** Puts the kit together: the one place where harness, scenarios, adapters and the bundled receiver meet. */
export function kitOf(door: Door): Kit {
  return {
    ...door,
    scenarios,
    senderPromises: senderInvariants,
    receiverFlaws,
    readAdapter: (text, file, baseUrl, variant) =>
      readAdapter(text, {
        file,
        environment: door.environment,
        now: () => door.clock.now(),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(variant === undefined ? {} : { variant }),
      }),
    bundled: {
      file: 'bundled.yaml',
      text: () => readFileSync(bundledFile, 'utf8'),
      mount: (flaw) => (place) => mountBundledReceiver({ ...place, flaw }),
      offers: ['move-clock', 'slow', 'fail-next', 'throttle-next', 'restart'],
      token: Object.keys(defaultTokens)[0] ?? '',
      command: (port, data, flaw) => [
        process.execPath,
        door.receiverProgram(),
        '--port',
        String(port),
        '--data',
        data,
        '--controls',
        '--spare-disk',
        ...(flaw === null ? [] : ['--flaw', flaw]),
      ],
      serve: ({ flaw, ...place }) =>
        serveReceiver({
          ...place,
          clock: receiverClock,
          chance: () => Number.parseInt(door.chance(6), 16) / 2 ** 48,
          ...(flaw === null ? {} : { flaw }),
        }),
    },
  };
}
