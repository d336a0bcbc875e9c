import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../../model/kit-error.js';
import type { ApprovalResult } from '../../sender/approve.js';
import type { Kit } from '../kit.js';
import { actionCard, breachLines, quoted } from './action-card.js';
import { approveFile, type ApprovedFile } from './approve-file.js';
import { outboxHelp, outboxOption } from './open-ledger.js';
import { readReceiver } from './read-receiver.js';
import { wordsFor } from './signature.js';
import type { Within } from './within.js';

interface Options {
  readonly outbox: string;
  readonly adapter: string;
  readonly rules?: string;
  readonly approvedBy?: string;
  readonly dryRun?: true;
  readonly previewed?: string;
}

/** Adds `outbox approve`: puts actions into an outbox that satisfy the rules, or says what would come of it. */
export function addApprove(outbox: Command, kit: Kit, within: Within): void {
  outbox
    .command('approve')
    .description(
      'approves the actions of a file (NDJSON: action, payload; key, marker, aggregate, expiresInMs, requestedBy, approvedBy, object with dataVersion)',
    )
    .argument('<file>', 'one action in each line')
    .requiredOption(outboxOption, outboxHelp)
    .requiredOption('--adapter <file>', 'the adapter file of the receiver they are for')
    .option('--rules <file>', 'what the actions must satisfy; where one does not, none is accepted')
    .option('--approved-by <name>', 'who approves, where a line names nobody', wordsFor('--approved-by'))
    .option('--dry-run', 'shows what would be accepted and what refused, and writes nothing')
    .option('--previewed <code>', 'the code of a --dry-run that was looked at')
    .action(async (path: string, options: Options) => {
      const { rules = null, approvedBy = null, previewed = null, dryRun: isPreview = false } = options;
      const { adapter } = await readReceiver(kit, options.adapter, 'nothing is sent');
      await within(options, async ({ store }) => {
        const terms = { path, adapter, store, rules, approvedBy, previewed, isPreview };
        const approved = await approveFile(kit, terms);
        return isPreview ? tellPreview(kit, approved, adapter.origin) : tell(kit, approved);
      });
    });
}

function tell(kit: Kit, { lines }: ApprovedFile): ExitCode {
  kit.out(`${counted(lines)}\n`);
  for (const each of lines) {
    if (each.result !== 'refused') continue;
    kit.err(`  line ${String(each.line)}: ${quoted(each.intent.name)} was refused\n`);
    for (const why of breachLines(each)) kit.err(`    ${why}\n`);
  }
  return codeOf(lines);
}

function tellPreview(kit: Kit, { lines, rules, code }: ApprovedFile, origin: string): ExitCode {
  for (const each of lines) kit.out(actionCard(each, { rules, origin }));
  kit.out(`nothing was written; it would be ${counted(lines)}\npreview ${code}\n`);
  return codeOf(lines);
}

function codeOf(lines: ApprovedFile['lines']): ExitCode {
  const isRefused = lines.some(({ result }) => result === 'refused');
  return isRefused ? exitCodes.doesNotConform : exitCodes.conforms;
}

function counted(lines: ApprovedFile['lines']): string {
  const count = (wanted: ApprovalResult) => lines.filter(({ result }) => result === wanted).length;
  const always = `${String(count('recorded'))} recorded, ${String(count('repeated'))} repeated, ${String(count('refused'))} refused`;
  const sometimes = (['renewed', 'left-out'] as const).flatMap((result) =>
    count(result) === 0 ? [] : [`, ${String(count(result))} ${result === 'left-out' ? 'left out' : result}`],
  );
  return `${always}${sometimes.join('')}`;
}
