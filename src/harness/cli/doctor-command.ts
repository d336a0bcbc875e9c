import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { diagnose, type Diagnosis } from '../judge/diagnose.js';
import { unlockOf } from '../judge/unlock.js';
import type { HistoryEvent } from '../model/event.js';
import { exitCodes, type ExitCode } from '../model/kit-error.js';
import { planRun } from '../plan/plan-run.js';
import { checkUp } from '../run/check-up.js';
import { seededRandom } from '../run/seeded-random.js';
import type { TargetSource } from '../run/target.js';
import type { Kit } from './kit.js';
import { openSource } from './open-source.js';
import { repeatable } from './options.js';
import { newRunId } from './run-id.js';

interface Options {
  readonly iMayWriteTo: readonly string[];
  readonly json?: true;
}

/** What is missing, and which requirements it would let be tried. */
interface Unlock {
  readonly missing: string;
  readonly requirements: readonly string[];
}

/** Adds `twiceshy doctor`: one create and what reads it, line by line, and what each missing section would unlock. */
export function addDoctor(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description('check an adapter file at its target: one create, one count, one look-up; what is missing')
    .argument('[adapter]', 'an adapter file in YAML; without one, the bundled receiver')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, options: Options) => {
      const random = seededRandom(1);
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-outbox-'));
      const named = { file, plane: 'proxy', mayWriteTo: options.iMayWriteTo } as const;
      const opened = await openSource(kit, named, random);
      try {
        const { source, notes } = opened;
        const run = newRunId(kit);
        const events = await checkUp({ source, random, run, folder, signal: kit.signal });
        const parts = diagnose(events);
        const unlocks = unlocksOf(kit, source);
        const trouble = troubleIn(events);
        kit.out(
          options.json === true
            ? `${JSON.stringify({ target: source.adapter.origin, notes, parts, trouble, unlocks }, null, 2)}\n`
            : inWords(source, { notes, parts, trouble, unlocks }),
        );
        end(isWell(parts, trouble) ? exitCodes.conforms : exitCodes.doesNotConform);
      } finally {
        await opened.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
}

/** What ended the check-up before its end, or null. */
function troubleIn(events: readonly HistoryEvent[]): string | null {
  for (const event of events) {
    if (event.type === 'run-interrupted' || event.type === 'target-gone') return event.why;
    if (event.type === 'limit-reached') return `the limit of ${event.most} ${event.limit} was reached`;
    if (event.type === 'kit-failed') return event.message;
  }
  return null;
}

function unlocksOf(kit: Kit, { adapter, offers }: TargetSource): readonly Unlock[] {
  const { contract } = adapter;
  const request = { scenarios: kit.scenarios, contract, offers, random: seededRandom(1), run: 'plan' };
  const byUnlock = new Map<string, string[]>();
  for (const { scenario, missing, leftOut } of planRun({ ...request, effort: 'standard' })) {
    for (const need of new Set([...missing, ...leftOut.flatMap(({ needs }) => needs)])) {
      const unlock = unlockOf([need]);
      if (!unlock.startsWith('nothing')) byUnlock.set(unlock, [...(byUnlock.get(unlock) ?? []), scenario.id]);
    }
  }
  return [...byUnlock]
    .map(([missing, requirements]) => ({ missing, requirements: [...new Set(requirements)] }))
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}

const signs: Readonly<Record<Diagnosis['state'], string>> = { works: '✓', fails: '✗', absent: '–' };
const mostIds = 3;

/** What the check-up found. */
interface Found {
  /** What the file says and the kit does not act upon. */
  readonly notes: readonly string[];
  readonly parts: readonly Diagnosis[];
  readonly trouble: string | null;
  readonly unlocks: readonly Unlock[];
}

function inWords({ adapter }: TargetSource, { notes, parts, trouble, unlocks }: Found): string {
  const { name, mode, key } = adapter.contract;
  const carried = mode === 'key' ? `, key in ${key.in}${key.name === null ? '' : ` ${key.name}`}` : '';
  return [
    `${name} at ${adapter.origin}`,
    `  ✓ file     reads well; mode ${mode}${carried}`,
    ...notes.map((note) => `  – not acted upon: ${note}`),
    ...parts.flatMap(({ part, state, words, next }) => [
      `  ${signs[state]} ${part.padEnd(8)} ${words}`,
      ...(next === '' ? [] : [`             to do: ${next}`]),
    ]),
    ...(trouble === null ? [] : [`  ✗ check-up ended early: ${trouble}`]),
    '',
    ...(isWell(parts, trouble)
      ? whatMore(unlocks)
      : ['Mend this first; then doctor says what more could be tried.']),
    '',
  ].join('\n');
}

function whatMore(unlocks: readonly Unlock[]): readonly string[] {
  return [
    unlocks.length === 0 ? 'Every requirement can be tried.' : 'More could be tried with',
    ...unlocks.map(({ missing, requirements }) => {
      const named = requirements.slice(0, mostIds).join(', ');
      const more = requirements.length > mostIds ? ` and ${requirements.length - mostIds} more` : '';
      return `  – ${missing}: ${named}${more}`;
    }),
  ];
}

function isWell(parts: readonly Diagnosis[], trouble: string | null): boolean {
  return trouble === null && parts.every(({ state }) => state !== 'fails');
}
