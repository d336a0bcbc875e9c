import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  commandFlaws,
  type Dialect,
  defaultTokens,
  receiverFlaws,
  serveCommandApi,
  serveReceiver,
  systemClock as receiverClock,
} from '../reference-receiver/index.js';
import { dialectOf } from './adapters/dialect/dialect-of.js';
import { addressVariable, withPlaceholders } from './adapters/dialect/placeholders.js';
import { mountBundledReceiver } from './adapters/in-process/mount-bundled-receiver.js';
import { blankFile, vendors, type Vendor } from './adapters/vendors/index.js';
import { fillIn, textAt } from './adapters/yaml/fill-in.js';
import { readAdapter } from './adapters/yaml/read-adapter.js';
import { readRules } from './adapters/yaml/rules/read-rules.js';
import { contractPart } from './adapters/yaml/writing/contract-part.js';
import { observedFile } from './adapters/yaml/writing/observed-file.js';
import type { Kit, ReadyContract, Served, ServeCommandApiOptions, ServeOptions } from './harness/cli/kit.js';
import { KitError } from './harness/model/kit-error.js';
import { senderInvariants } from './harness/invariants/sender-invariants.js';
import { sequencesPlaybook } from './scenarios/campaign/sequences.js';
import { scenarios } from './scenarios/index.js';
import { remediationPatterns } from './scenarios/remediation-patterns.js';

const bundledFile = new URL('adapters/in-process/bundled.yaml', import.meta.url);
const commandApiFile = new URL('adapters/in-process/command-api.yaml', import.meta.url);

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
  | 'schemaFile'
  | 'openDialogue'
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
    patterns: remediationPatterns,
    sequences: sequencesPlaybook,
    receiverFlaws,
    readAdapter: (text, file, baseUrl, variant) =>
      readAdapter(text, {
        file,
        environment: door.environment,
        now: () => door.clock.now(),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(variant === undefined ? {} : { variant }),
      }),
    readRules,
    writeObserved: (observed, base) =>
      base === null ? contractPart(observed) : observedFile(base.text, base.file, observed),
    starts: {
      blank: blankFile,
      textAt,
      fillIn,
      ready: vendors.map((vendor) => readyContract(vendor, () => door.clock.now())),
    },
    bundled: {
      file: 'bundled.yaml',
      text: () => readFileSync(bundledFile, 'utf8'),
      mount: (flaw) => mountBundledReceiver({ flaw }),
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
      serve: (options) => serveBundled(door, options),
      commandApi: {
        file: fileURLToPath(commandApiFile),
        flaws: commandFlaws,
        serve: (options) => serveBundledCommandApi(door, options),
      },
    },
  };
}

async function serveBundled(door: Door, { flaw, contract = null, ...place }: ServeOptions): Promise<Served> {
  const placed = contract === null ? null : withPlaceholders(contract.text, door.environment);
  const dialect: { readonly dialect?: Dialect } =
    contract === null || placed === null
      ? {}
      : { dialect: dialectOf(contract.text, { file: contract.file, environment: placed.environment }) };
  if (receiverFlaws.some(({ name, needs }) => name === flaw && needs === 'jobs'))
    refuseAtOnce(dialect.dialect);
  const served = await serveReceiver({
    ...place,
    ...dialect,
    clock: receiverClock,
    chance: () => numberFrom(door),
    ...(flaw === null ? {} : { flaw }),
  });
  const address = contract === null ? null : addressVariable(contract.text);
  return {
    url: served.url,
    variables: { ...(address === null ? {} : { [address]: served.url }), ...placed?.placeholders },
    close: () => served.close(),
  };
}

async function serveBundledCommandApi(
  door: Door,
  { flaw, ...place }: ServeCommandApiOptions,
): Promise<Served> {
  let ids = 0;
  const served = await serveCommandApi({
    ...place,
    clock: receiverClock,
    chance: () => numberFrom(door),
    unique: () => `${door.chance(12)}${(ids += 1).toString(36)}`,
    ...(flaw === null ? {} : { flaw }),
  });
  const address = addressVariable(readFileSync(commandApiFile, 'utf8'));
  return { ...served, variables: address === null ? {} : { [address]: served.url } };
}

/** From 0 to 1. */
function numberFrom({ chance }: Door): number {
  return Number.parseInt(chance(6), 16) / 2 ** 48;
}

/** A flaw of jobs does no harm where there are none. */
function refuseAtOnce(dialect: Dialect | undefined): void {
  if (dialect?.jobs != null) return;
  throw new KitError('BAD_USAGE', {
    happened: 'A flaw of jobs was asked of a contract whose creates are done at once.',
    expected: 'a contract that has `async`',
    next: 'leave out --flaw, or serve another contract',
  });
}

/** A ready contract, read with placeholders for all that the environment would have to hold. */
function readyContract({ name, text }: Vendor, now: () => number): ReadyContract {
  return {
    name,
    text,
    read: () => {
      const { environment } = withPlaceholders(text(), {});
      const baseUrl = 'http://twiceshy.invalid';
      return readAdapter(text(), { file: `${name}.yaml`, environment, now, baseUrl }).adapter;
    },
  };
}
