import { dirname } from 'node:path';
import { KitError } from '../model/kit-error.js';
import type { Random } from '../model/random.js';
import { openHttpSource } from '../run/http-source.js';
import { inProcessSource } from '../run/in-process-source.js';
import { senderFlaws } from '../sender/flaws/index.js';
import { flawedRules } from '../sender/flawed-rules.js';
import type { SenderRules } from '../sender/rules.js';
import type { TargetSource } from '../run/target.js';
import { refuseUnnamedHost } from './guard.js';
import type { FlawLine, Kit } from './kit.js';
import { readNamedFile } from './read-file.js';

/** The receiver that a command is about, and what else the line asked for. */
export interface Opened {
  readonly source: TargetSource;
  readonly senderRules: SenderRules | undefined;
  /** How the target is named on the command line, for replay commands. */
  readonly argument: string;
}

/** Opens the bundled receiver, with a flaw where one is named, or the endpoint of an adapter file. */
export async function openSource(
  kit: Kit,
  named: {
    readonly file: string | undefined;
    readonly flaw?: string | undefined;
    readonly mayWriteTo: readonly string[];
  },
  random: Random,
): Promise<Opened & { close(): Promise<void> }> {
  if (named.file === undefined) return openBundled(kit, named.flaw, random);
  if (named.flaw !== undefined) {
    throw new KitError('BAD_USAGE', {
      happened: '--flaw was given together with an adapter file.',
      expected: 'a flaw only with the bundled receiver, which is on trial when no file is named',
      next: 'leave out one of the two',
    });
  }
  const path = named.file;
  const text = readNamedFile(path, 'an adapter file in YAML');
  const file = kit.readAdapter(text, path);
  if ((file.control?.process ?? null) === null) refuseUnnamedHost(file, named.mayWriteTo, kit.environment);
  const source = await openHttpSource({
    file,
    movedTo: (baseUrl) => kit.readAdapter(text, path, baseUrl),
    folder: dirname(path),
    signal: kit.signal,
  });
  return { source, senderRules: undefined, argument: path, close: () => source.end() };
}

function openBundled(
  kit: Kit,
  flaw: string | undefined,
  random: Random,
): Opened & { close(): Promise<void> } {
  if (flaw !== undefined) findFlaw(kit, flaw);
  const senderFlaw = senderFlaws.find(({ name }) => name === flaw);
  const receiverFlaw = senderFlaw === undefined ? (flaw ?? null) : null;
  const { adapter } = kit.readAdapter(kit.bundled.text(), kit.bundled.file);
  return {
    source: inProcessSource({
      adapter,
      mount: kit.bundled.mount(receiverFlaw),
      mountOffers: kit.bundled.offers,
      random: random.fork('bundled receiver'),
    }),
    senderRules: senderFlaw === undefined ? undefined : flawedRules(senderFlaw.name),
    argument: flaw === undefined ? '' : `--flaw ${flaw}`,
    close: () => Promise.resolve(),
  };
}

/** The flaws that a run in process shows: of the bundled receiver, and of the sender. */
export function allFlaws(kit: Pick<Kit, 'receiverFlaws'>): readonly FlawLine[] {
  const ofReceiver = kit.receiverFlaws.filter(({ needs }) => needs === undefined);
  return [...ofReceiver, ...senderFlaws].map(({ name, requirement, summary }) => ({
    name,
    requirement,
    summary,
  }));
}

/** The flaw of that name; throws `BAD_USAGE` where there is none, or where a run in process would not show it. */
export function findFlaw(kit: Pick<Kit, 'receiverFlaws'>, name: string): FlawLine {
  const found = allFlaws(kit).find((flaw) => flaw.name === name);
  if (found !== undefined) return found;
  const needs = kit.receiverFlaws.find((flaw) => flaw.name === name)?.needs;
  throw new KitError(
    'BAD_USAGE',
    needs === undefined
      ? {
          happened: `There is no flaw "${name}".`,
          expected: 'the name of a flaw of the bundled receiver or of the sender',
          next: 'see `twiceshy list --flaws`',
        }
      : {
          happened: `The flaw "${name}" does no harm in process: it takes ${needs === 'process' ? 'a process of its own' : 'sockets'}.`,
          expected: 'a flaw that `twiceshy list --flaws` names',
          next: `serve a receiver that has it: \`twiceshy serve --flaw ${name}\``,
        },
  );
}
