import type { AdapterFile } from '../../harness/model/adapter-file.js';
import type { Adapter } from '../../harness/model/adapter.js';
import { removeCodec, updateCodec } from './codec/change.js';
import { createCodec, samplePayload, secondCodec } from './codec/create.js';
import { fetchCodec, lookUpCodec } from './codec/look-up.js';
import { moments } from './codec/moments.js';
import { observeCodec } from './codec/observe.js';
import { pollCodec } from './codec/poll.js';
import type { Setting } from './codec/setting.js';
import { keySpelling } from './codec/spelling.js';
import { contractOf } from './contract-of.js';
import { controlOf } from './control-of.js';
import type { AdapterSections } from './grammar/adapter-file.js';
import { readSections } from './grammar/read-sections.js';
import { offersOf } from './offers-of.js';
import { addressed } from './target/address.js';
import { accessesOf, movedTo, type Accesses } from './target/credentials.js';
import { requireVariables, type Environment } from './target/environment.js';
import { signInCodec } from './target/sign-in.js';
import { varied } from './varied.js';
import { originOf, secretsOf, variablesOf } from './target/secrets.js';

/** What comes in by the door when a file is read. */
export interface ReadOptions {
  /** The file's name, for messages. */
  readonly file: string;
  /** Where `${env:NAME}` is looked up. */
  readonly environment: Environment;
  /** Milliseconds since the epoch, for `{{now_iso}}`, `{{first_sent_imf}}` and waits that are dates. */
  readonly now: () => number;
  /** What `{{run_id}}` stands for; made from the time where it is left out. */
  readonly runId?: string;
  /**
   * An address in place of `target/base_url` and of those of `target/alt`, for a receiver that is mounted or started by the
   * kit; one without a path keeps the file's.
   */
  readonly baseUrl?: string;
  /** The way to the create, of those in the section `variants`; the file's own where it is left out. */
  readonly variant?: string;
}

/**
 * Reads the text of an adapter file (grammar version 1). Throws KitError BAD_FILE with all that is wrong, by line and
 * path, and SECRET_MISSING for environment variables that are not set.
 */
export function readAdapter(text: string, options: ReadOptions): AdapterFile {
  const { environment, baseUrl } = options;
  const read = readSections(text, options.file);
  const sections = options.variant === undefined ? read : varied(read, options.variant, options.file);
  const file = baseUrl === undefined ? sections : { ...sections, target: movedTo(baseUrl, sections.target) };
  requireVariables(variablesOf(file), environment, options.file);
  const accesses = accessesOf(file, options.file, environment);
  return {
    adapter: adapterOf(file, accesses, options),
    guard: {
      allowHosts: file.guard?.allow_hosts ?? [],
      requireEnv: file.guard?.require_env ?? [],
    },
    control: file.control === null ? null : controlOf(file.control, accesses.main.baseUrl, environment),
    caFile: file.target.ca_file,
    notes: notesOf(file),
  };
}

function adapterOf(file: AdapterSections, accesses: Accesses, options: ReadOptions): Adapter {
  const { environment, now } = options;
  const setting: Setting = {
    file,
    spelling: keySpelling(file.key),
    moments: moments(now),
    runId: options.runId ?? `r${now().toString(36)}`,
    now,
  };
  const observe = observeCodec(setting, accesses.main);
  const bases = Object.values(accesses).map(({ baseUrl }) => baseUrl);
  return {
    contract: contractOf(file),
    offers: offersOf(file, accesses),
    origin: originOf(file.target, environment),
    secrets: secretsOf(file, environment),
    payload: (facts) => samplePayload(setting, facts),
    address: (request, credential) => {
      const access = accesses[credential];
      if (access === undefined)
        throw new Error(`The target has no credential "${credential}"; it does not offer it.`);
      return addressed(request, access);
    },
    signIn: signInCodec(file, { baseUrl: accesses.main.baseUrl, environment }),
    create: createCodec(setting, bases),
    second: secondCodec(setting),
    poll: pollCodec(setting, bases),
    lookUp: lookUpCodec(setting, observe),
    observe,
    fetch: fetchCodec(setting),
    update: updateCodec(setting),
    remove: removeCodec(setting),
  };
}

function notesOf({ async, target, scope }: AdapterSections): readonly string[] {
  const notes: readonly (readonly [boolean, string])[] = [
    [
      async !== null && async.poll_from === null,
      'async: without poll_from nothing is asked after; what was accepted is found by lookup or observe',
    ],
    [
      (target.alt?.other_credential ?? null) !== null && scope === 'undocumented',
      'target/alt/other_credential: not used, as no scope says whether it is a stranger; write other_tenant or renewed',
    ],
  ];
  return notes.filter(([applies]) => applies).map(([, note]) => note);
}
