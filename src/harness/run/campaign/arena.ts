import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryEvent } from '../../model/event.js';
import type { Playbook } from '../../model/playbook.js';
import type { Random } from '../../model/random.js';
import type { Sequence } from '../../model/sequence.js';
import { keySpace } from '../../plan/key-space.js';
import type { SenderRules } from '../../sender/rules.js';
import type { Budget } from '../budget.js';
import { runOn } from '../run-scenario.js';
import type { Target, TargetSource } from '../target.js';

/** After so many sequences a receiver of the kit's own is opened anew: its tables would only make it slower. */
const sequencesOfOneTarget = 200;

/** What sequences are played with. */
export interface ArenaRequest {
  readonly playbook: Playbook;
  readonly source: TargetSource;
  readonly random: Random;
  readonly seed: number;
  readonly run: string;
  readonly settleMs: number;
  readonly senderRules: SenderRules | undefined;
  /** A folder for the sender's databases; the caller removes it. */
  readonly folder: string;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** A target on which one sequence after the other is played, each in a key space of its own. */
export interface Arena {
  /** Plays a sequence; without a move that can be made, null. `write` gets the lines of its history. */
  play(sequence: Sequence, write?: (line: string) => void): Promise<readonly HistoryEvent[] | null>;
  /** Makes the next sequence meet a target that has seen nothing yet, where the kit can have one. */
  renew(): Promise<void>;
  /** How many sequences were played. */
  readonly played: number;
  close(): Promise<void>;
}

/** Opens the arena; the target is opened with the first sequence. */
export function openArena(request: ArenaRequest): Arena {
  const { playbook, source } = request;
  let target: Target | null = null;
  let played = 0;
  let ofTarget = 0;
  const close = async (): Promise<void> => {
    const open = target;
    target = null;
    ofTarget = 0;
    await open?.close();
  };
  const renew = async (): Promise<void> => {
    if (!source.recordsOutlive) await close();
  };
  return {
    get played() {
      return played;
    },
    renew,
    close,
    async play(sequence, write = () => undefined) {
      const name = `sequence ${played + 1}`;
      const each = playbook.play(sequence, settingOf(request, name), source.offers, name);
      if (each.steps.length === 0) return null;
      if (ofTarget >= sequencesOfOneTarget) await renew();
      target ??= await source.open(playbook.requirement.id);
      played += 1;
      ofTarget += 1;
      const folder = mkdtempSync(join(request.folder, 'sequence-'));
      try {
        return await runOn(target, {
          ...request,
          folder,
          scenario: playbook.requirement.id,
          tries: [each],
          leftOut: [],
          random: request.random.fork(name),
          write,
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function settingOf(
  { source, run, random, playbook }: ArenaRequest,
  name: string,
): Parameters<Playbook['play']>[1] {
  const { contract } = source.adapter;
  const space = keySpace(contract, { run, scenario: playbook.requirement.id, try: name });
  return { contract, random: random.fork(name), effort: 'standard', fresh: space.fresh };
}
