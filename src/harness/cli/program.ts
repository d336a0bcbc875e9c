import { Command, CommanderError } from 'commander';
import { exitCodeOf, exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { addCampaign } from './campaign-command.js';
import { addDoctor } from './doctor-command.js';
import { addInfer } from './infer-command.js';
import { addInit } from './init-command.js';
import { addExplain } from './explain-command.js';
import { addJudge } from './judge-command.js';
import type { Kit } from './kit.js';
import { addList } from './list-command.js';
import { addOutbox } from './outbox-command.js';
import { addPlan } from './plan-command.js';
import { addProxy } from './proxy-command.js';
import { addRender } from './render-command.js';
import { addRun } from './run-command.js';
import { manyLines } from '../report/shown-text.js';
import { addServe } from './serve-command.js';
import { addWorker } from './worker-command.js';

/** Carries out one command line (without program and script name) and resolves to the exit code. */
export async function carryOut(kit: Kit, words: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.kitFault;
  const program = programOf(kit, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    return troubleCode(kit, error);
  }
}

function programOf(kit: Kit, end: (code: ExitCode) => void): Command {
  const program = new Command('twiceshy')
    .description('puts a CRM or ERP receiver on trial: is an action that is sent again done once?')
    .version(kit.version, '-V, --version', 'the version of the kit')
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true });
  for (const add of [
    addRun,
    addCampaign,
    addInfer,
    addInit,
    addDoctor,
    addPlan,
    addList,
    addExplain,
    addJudge,
    addRender,
    addWorker,
    addOutbox,
    addServe,
    addProxy,
  ])
    add(program, kit, end);
  for (const command of [program, ...program.commands.flatMap((each) => [each, ...each.commands])]) {
    command.exitOverride();
    command.configureOutput({ writeOut: kit.out, writeErr: () => undefined });
  }
  return program;
}

function troubleCode(kit: Kit, error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.conforms;
    return say(kit, usageError(error));
  }
  if (error instanceof KitError) return say(kit, error);
  if (kit.signal.aborted) return exitCodes.inconclusive;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  kit.err(`twiceshy: the kit itself failed.\n${message}\n`);
  return exitCodes.kitFault;
}

function usageError(error: CommanderError): KitError {
  return new KitError('BAD_USAGE', {
    happened: happenedIn(error),
    expected: 'a command and options as `twiceshy --help` shows them',
    next: 'run `twiceshy --help`, or `twiceshy COMMAND --help`',
  });
}

function happenedIn({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'No command was given.';
  return message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .trim();
}

function say(kit: Kit, error: KitError): ExitCode {
  // It may tell what a file holds or a process printed, which is not to steer the terminal.
  kit.err(`${manyLines(`twiceshy: ${error.message}`)}\n`);
  return exitCodeOf(error.code);
}
