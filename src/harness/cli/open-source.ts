import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AdapterFile } from '../model/adapter-file.js';
import { KitError } from '../model/kit-error.js';
import type { Random } from '../model/random.js';
import { openHttpSource } from '../run/http-source.js';
import type { Plane } from '../run/endpoint-plane.js';
import { inProcessSource } from '../run/in-process-source.js';
import { scratchFolder } from '../run/scratch-folder.js';
import { senderFlaws } from '../sender/flaws/index.js';
import { flawedRules } from '../sender/flawed-rules.js';
import type { SenderRules } from '../sender/rules.js';
import { forwardProxies } from '../wire/forward-proxies.js';
import type { TargetSource } from '../run/target.js';
import { guarded } from './guard.js';
import type { FlawLine, Kit } from './kit.js';
import { loadAdapter } from './load-adapter.js';
import { readNamedFile } from './read-file.js';

/** The receiver that a command is about, and what else the line asked for. */
export interface Opened {
  readonly source: TargetSource;
  readonly senderRules: SenderRules | undefined;
  /** How the target is named on the command line, for replay commands. */
  readonly argument: string;
  /** Parts of the adapter file that were read and are not acted upon, in words. */
  readonly notes: readonly string[];
}

/** Opens the bundled receiver, with a flaw where one is named, or the endpoint of an adapter file. */
export async function openSource(
  kit: Kit,
  named: {
    readonly file: string | undefined;
    readonly flaw?: string | undefined;
    readonly variant?: string | undefined;
    readonly plane: Plane;
    /** The receiver in process without a fetch in between, for many runs; it says nothing about planes over sockets. */
    readonly mounted?: boolean;
    readonly mayWriteTo: readonly string[];
  },
  random: Random,
): Promise<Opened & { close(): Promise<void> }> {
  if (named.file === undefined) {
    refuseVariant(named.variant);
    return openBundled(kit, named, random);
  }
  if (named.flaw !== undefined) {
    throw new KitError('BAD_USAGE', {
      happened: '--flaw was given together with an adapter file.',
      expected: 'a flaw only with the bundled receiver, which is on trial when no file is named',
      next: 'leave out one of the two',
    });
  }
  const path = named.file;
  const { mayWriteTo, variant } = named;
  const load = await loadAdapter(kit, path, variant);
  const allowed = (each: AdapterFile): AdapterFile =>
    guarded(each, { mayWriteTo, environment: kit.environment });
  const file = allowed(await load());
  const source = await openHttpSource({
    file,
    movedTo: async (baseUrl) => allowed(started(await load(baseUrl))),
    folder: dirname(path),
    ca: authorityOf(file, path),
    proxies: forwardProxies(kit.environment),
    signal: kit.signal,
    plane: named.plane,
    own: false,
    workerProgram: kit.workerProgram?.(),
  });
  return {
    source,
    senderRules: undefined,
    argument: variant === undefined ? path : `${path} --variant ${variant}`,
    notes: file.notes,
    close: () => source.end(),
  };
}

/** The bundled receiver has one way to its create. */
export function refuseVariant(variant: string | undefined): void {
  if (variant === undefined) return;
  throw new KitError('BAD_USAGE', {
    happened: '--variant was given without an adapter file.',
    expected: 'the name of a variant of an adapter file',
    next: 'name the file, or leave out --variant',
  });
}

/** The file once its process runs: from then on it is a target like any other, and looked at like one. */
function started(file: AdapterFile): AdapterFile {
  return { ...file, control: file.control === null ? null : { ...file.control, process: null } };
}

/** The certificate authority that the file names; throws `BAD_FILE` where that is none. */
export function authorityOf({ caFile }: AdapterFile, adapterPath: string): string | undefined {
  if (caFile === undefined || caFile === null) return undefined;
  const path = resolve(dirname(adapterPath), caFile);
  const text = readNamedFile(path, 'a certificate authority as PEM (target.ca_file)');
  if (/-----BEGIN CERTIFICATE-----/.test(text)) return text;
  throw new KitError('BAD_FILE', {
    happened: `${path} has no certificate in it.`,
    expected: 'a certificate authority as PEM (target.ca_file)',
    next: 'export it with -----BEGIN CERTIFICATE-----; a private key does not belong there',
  });
}

async function openBundled(
  kit: Kit,
  {
    flaw,
    plane,
    mounted = false,
  }: { readonly flaw?: string | undefined; readonly plane: Plane; readonly mounted?: boolean },
  random: Random,
): Promise<Opened & { close(): Promise<void> }> {
  if (flaw !== undefined) findFlaw(kit, flaw, plane);
  const senderFlaw = senderFlaws.find(({ name }) => name === flaw);
  const receiverFlaw = senderFlaw === undefined ? (flaw ?? null) : null;
  const source =
    plane === 'msw'
      ? inProcess(kit, receiverFlaw, random, mounted ? 'mounted' : 'msw')
      : await inOwnProcess(kit, receiverFlaw);
  return {
    source,
    senderRules: senderFlaw === undefined ? undefined : flawedRules(senderFlaw.name),
    argument: flaw === undefined ? '' : `--flaw ${flaw}`,
    notes: [],
    close: () => source.end(),
  };
}

function inProcess(kit: Kit, flaw: string | null, random: Random, plane: 'msw' | 'mounted'): TargetSource {
  const { adapter } = kit.readAdapter(kit.bundled.text(), kit.bundled.file);
  return inProcessSource({
    adapter,
    mount: kit.bundled.mount(flaw),
    mountOffers: kit.bundled.offers,
    random: random.fork('bundled receiver'),
    plane,
  });
}

/** Starts the bundled receiver as a process of its own, over a database that goes with it. */
async function inOwnProcess(kit: Kit, flaw: string | null): Promise<TargetSource> {
  const folder = scratchFolder('twiceshy-receiver-');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const command = (port: number): readonly string[] =>
    kit.bundled.command(port, join(folder, 'receiver.sqlite'), flaw);
  const read = (baseUrl?: string): AdapterFile =>
    runByKit(kit.readAdapter(kit.bundled.text(), kit.bundled.file, baseUrl), command);
  try {
    const source = await openHttpSource({
      file: read(),
      movedTo: read,
      folder,
      signal: kit.signal,
      plane: 'proxy',
      own: true,
      workerProgram: kit.workerProgram?.(),
    });
    return {
      ...source,
      end: async () => {
        await source.end();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same file for a receiver that the kit starts by this command. */
function runByKit(file: AdapterFile, command: (port: number) => readonly string[]): AdapterFile {
  if (file.control === null) throw new Error('The bundled contract has controls.');
  const { adapter, control } = file;
  return {
    ...file,
    adapter: { ...adapter, offers: [...adapter.offers, 'restart', 'kill'] },
    control: { ...control, process: { command, readyPath: '/healthz', stop: 'SIGTERM', env: {} } },
  };
}

/** The flaws of the bundled receiver and of the sender that a run of the bundled contract over this plane shows. */
export function allFlaws(kit: Pick<Kit, 'receiverFlaws'>, plane: Plane = 'proxy'): readonly FlawLine[] {
  const ofReceiver = kit.receiverFlaws.filter(
    ({ needs }) => needs === undefined || (plane === 'proxy' && needs !== 'jobs'),
  );
  return [...ofReceiver, ...senderFlaws].map(({ name, requirement, summary }) => ({
    name,
    requirement,
    summary,
  }));
}

/** The flaw of that name; throws `BAD_USAGE` where there is none, or where this plane would not show it. */
export function findFlaw(kit: Pick<Kit, 'receiverFlaws'>, name: string, plane: Plane = 'proxy'): FlawLine {
  const found = allFlaws(kit, plane).find((flaw) => flaw.name === name);
  if (found !== undefined) return found;
  const needs = kit.receiverFlaws.find((flaw) => flaw.name === name)?.needs;
  throw new KitError('BAD_USAGE', needs === undefined ? noFlaw(name) : harmless(name, needs));
}

type Message = Pick<KitError, 'happened' | 'expected' | 'next'>;

function noFlaw(name: string): Message {
  return {
    happened: `There is no flaw "${name}".`,
    expected: 'the name of a flaw of the bundled receiver or of the sender',
    next: 'see `twiceshy list --flaws`',
  };
}

function harmless(name: string, needs: NonNullable<FlawLine['needs']>): Message {
  if (needs === 'jobs') {
    return {
      happened: `The flaw "${name}" does no harm to the bundled contract: it takes creates that are done later.`,
      expected: 'a contract that has `async`',
      next: `serve one with the flaw, \`twiceshy serve --contract FILE --flaw ${name}\`, and run that file`,
    };
  }
  return {
    happened: `The flaw "${name}" does no harm in process: it takes ${needs === 'process' ? 'a process of its own' : 'sockets'}.`,
    expected: 'the plane proxy for this flaw',
    next: 'leave out `--plane msw`',
  };
}
