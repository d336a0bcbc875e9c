import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest';
import { carryOutTrial } from '../harness/cli/trial-options.js';
import type { TrialRequest } from '../harness/cli/trial.js';
import { keptScenarios, readKeptSequences } from '../harness/cli/kept-sequences.js';
import type { Effort } from '../harness/model/effort.js';
import { exitCodes } from '../harness/model/kit-error.js';
import type { Report } from '../harness/model/report.js';
import type { Grade } from '../harness/model/verdict.js';
import { selectScenarios } from '../harness/plan/select.js';
import { installed } from '../installed.js';
import { kitOf } from '../kit.js';
import { testOutcome } from './test-outcome.js';

/** What a suite may ask for, as `twiceshy run` takes it. */
export interface ConformanceOptions {
  /** Only these requirements: ids, families, globs. */
  readonly only?: readonly string[];
  readonly effort?: Effort;
  readonly seed?: number;
  readonly plane?: TrialRequest['plane'];
  readonly variant?: string;
  /** A file of kept sequences. */
  readonly sequences?: string;
  /** A file of known failures: their tests are skipped, with the reason. */
  readonly baseline?: string;
  /** The grade without which the run as a whole fails. */
  readonly require?: Grade;
  /** Fails the run as a whole where a MUST was not exercised. */
  readonly strict?: boolean;
  /** Hosts, not this machine, to write to. */
  readonly mayWriteTo?: readonly string[];
  /** The folder for the report; `twiceshy-report/<run>` unless given. */
  readonly out?: string;
  /** What the adapter file reads by `${env:NAME}`, beside the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How long the whole run may take, in milliseconds; ten minutes unless given. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 600_000;
/** A run that is interrupted still judges, deletes its records and ends its processes. */
const endingMs = 60_000;

/**
 * Declares one test for each requirement of an adapter file, in a suite of its own. The receiver is on trial once, before
 * the first test: a failed MUST, and what is inconclusive, fails; a failed SHOULD passes with a note; a SURVEY never
 * fails; what the target does not offer is skipped, with the reason. Processes of the target end with the suite.
 */
export function conformance(adapter: string | URL, options: ConformanceOptions = {}): void {
  const file = typeof adapter === 'string' ? adapter : fileURLToPath(adapter);
  const interrupt = new AbortController();
  const kit = kitOf({
    ...installed(),
    environment: { ...process.env, ...options.environment },
    out: () => undefined,
    err: () => undefined,
    openDialogue: null,
    terminal: { isTerminal: false, colour: false, width: 100 },
    signal: interrupt.signal,
  });
  const kept = options.sequences === undefined ? [] : readKeptSequences(options.sequences);
  const scenarios = [
    ...selectScenarios(kit.scenarios, options.only ?? []),
    ...keptScenarios(kit.sequences, kept),
  ];
  const timeoutMs = options.timeoutMs ?? usualTimeoutMs;

  describe(`conformance of ${file}`, () => {
    let report: Report | null = null;
    let run: Promise<void> | null = null;

    beforeAll(async () => {
      const timer = setTimeout(() => {
        interrupt.abort(new Error(`the run took more than ${timeoutMs} ms`));
      }, timeoutMs);
      try {
        run = carryOutTrial(kit, trialOptions(file, options), (made) => {
          report = made;
        });
        await run;
      } finally {
        clearTimeout(timer);
      }
    }, timeoutMs + endingMs);

    // A hook that vitest gave up on has left the run under way.
    afterAll(async () => {
      interrupt.abort(new Error('the suite has ended'));
      await run?.catch(() => undefined);
    }, endingMs);

    for (const { id, title } of scenarios) {
      it(`${id}: ${title}`, async (context) => {
        await conclude(context, testOutcome(reportOf(report), id));
      });
    }

    it('the run as a whole', async (context) => {
      const { conclusion, entries } = reportOf(report);
      const told = entries.some(({ id }) => testOutcome(reportOf(report), id).kind === 'fail');
      if (conclusion.exit !== exitCodes.conforms && !told)
        await conclude(context, { kind: 'fail', text: conclusion.sentence });
    });
  });
}

function trialOptions(file: string, options: ConformanceOptions): Parameters<typeof carryOutTrial>[1] {
  return {
    ...options,
    file,
    only: options.only ?? [],
    seed: options.seed ?? 1,
    effort: options.effort ?? 'standard',
    plane: options.plane ?? 'proxy',
    iMayWriteTo: options.mayWriteTo ?? [],
  };
}

function reportOf(report: Report | null): Report {
  if (report === null) throw new Error('The run has made no report.');
  return report;
}

async function conclude(context: TestContext, { kind, text }: ReturnType<typeof testOutcome>): Promise<void> {
  if (kind === 'skip') context.skip(text);
  if (kind === 'notice' || kind === 'warning') await context.annotate(text, kind);
  if (kind === 'fail') throw failure(text);
}

/** The place in this file where it is thrown tells nobody anything. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}`;
  return error;
}
