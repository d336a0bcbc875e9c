import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryEvent } from '../../model/event.js';
import type { Playbook } from '../../model/playbook.js';
import type { Sequence } from '../../model/sequence.js';
import { keySpace } from '../../plan/key-space.js';
import { memoryLedgers } from '../../sender/store/sqlite/memory-ledgers.js';
import { runOn, type ScenarioRun } from '../run-scenario.js';
import { removeFlat } from '../scratch-folder.js';
import type { Target } from '../target.js';

/** What sequences are played with. */
export interface ArenaRequest extends Pick<
  ScenarioRun,
  'source' | 'random' | 'seed' | 'run' | 'settleMs' | 'senderRules' | 'folder' | 'budget' | 'signal'
> {
  readonly playbook: Playbook;
}

/**
 * Where one sequence after the other is played, each in a key space of its own: on the one endpoint that there is, or
 * each on a receiver in process that has seen nothing yet.
 */
export interface Arena {
  /** Plays a sequence; without a move that can be made, null. `write` gets the lines of its history. */
  play(sequence: Sequence, write?: (line: string) => void): Promise<readonly HistoryEvent[] | null>;
  /** How many sequences were played. */
  readonly played: number;
  close(): Promise<void>;
}

/** Opens the arena; the target is opened with the first sequence. */
export function openArena(request: ArenaRequest): Arena {
  const { playbook, source } = request;
  let target: Target | null = null;
  const lendLedger = memoryLedgers();
  let played = 0;
  const close = async (): Promise<void> => {
    const open = target;
    target = null;
    await open?.close();
  };
  return {
    get played() {
      return played;
    },
    close,
    async play(sequence, write = () => undefined) {
      const name = `sequence ${played + 1}`;
      const each = playbook.play(sequence, settingOf(request, name), name);
      if (each.steps.length === 0) return null;
      target ??= await source.open(playbook.requirement.id);
      played += 1;
      const place = target.workers === undefined ? lendLedger() : ownFolder(request.folder);
      try {
        return await runOn(target, {
          ...request,
          ...place,
          scenario: playbook.requirement.id,
          tries: [each],
          leftOut: [],
          random: request.random.fork(name),
          write,
        });
      } finally {
        place.giveBack();
        if (!source.recordsOutlive) await close();
      }
    },
  };
}

/** Workers that are processes share a file. */
function ownFolder(within: string): { readonly folder: string; readonly giveBack: () => void } {
  const folder = mkdtempSync(join(within, 'sequence-'));
  return { folder, giveBack: () => removeFlat(folder) };
}

function settingOf(
  { source, run, random, playbook }: ArenaRequest,
  name: string,
): Parameters<Playbook['play']>[1] {
  const { contract } = source.adapter;
  const space = keySpace(contract, { run, scenario: playbook.requirement.id, try: name });
  return {
    contract,
    random: random.fork(name),
    effort: 'standard',
    offers: source.offers,
    fresh: (label) => space.fresh(label),
  };
}
