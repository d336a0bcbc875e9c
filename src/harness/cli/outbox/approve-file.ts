import type { Adapter } from '../../model/adapter.js';
import type { ApprovalRules } from '../../model/approval-rules.js';
import { KitError } from '../../model/kit-error.js';
import { workerPolicy } from '../../run/worker-policy.js';
import type { Approved } from '../../sender/approve.js';
import { payloadHash } from '../../sender/payload-hash.js';
import { openSender, type Sender } from '../../sender/sender.js';
import type { SenderStore } from '../../sender/store/sender-store.js';
import type { Kit } from '../kit.js';
import { kitRandom } from '../kit-random.js';
import { readNamedFile } from '../read-file.js';
import { readActions, type ActionLine } from './read-actions.js';

/** Approvals that are written in one transaction where no rule holds a file together. */
const batch = 500;
const mostInOne = 10_000;

/** What is to be approved, for which receiver, and on what terms. */
interface FileApproval {
  readonly path: string;
  readonly adapter: Adapter;
  readonly store: SenderStore;
  /** The path of a file of rules, or null for none. */
  readonly rules: string | null;
  readonly approvedBy: string | null;
  /** The code of a preview that somebody has looked at, or null. */
  readonly previewed: string | null;
  /** Only tells what would come of it, and writes nothing. */
  readonly isPreview: boolean;
}

/** What became of one line of a file. */
export interface ApprovedLine extends ActionLine, Approved {}

/** What became of a file, and the code of its preview, which another file does not have. */
export interface ApprovedFile {
  readonly lines: readonly ApprovedLine[];
  readonly rules: ApprovalRules | null;
  readonly code: string;
}

/**
 * Approves each action of a file; one that was approved before, with the same content, is repeated and changes nothing.
 * Where rules are given, or versions of data, the whole file is one batch. Throws `BAD_FILE` for a line that is no action and
 * for bad rules, and `NOT_ALLOWED` for a batch that has to be looked at first, before anything is written.
 */
export async function approveFile(kit: Kit, approval: FileApproval): Promise<ApprovedFile> {
  const { path, adapter, store, approvedBy, isPreview } = approval;
  const text = readNamedFile(path, 'a file with one action in each line');
  const rulesText = approval.rules === null ? null : readNamedFile(approval.rules, 'a file of rules');
  const rules = rulesText === null ? null : kit.readRules(rulesText, approval.rules ?? '');
  const lines = readActions(text, { path, adapter, rules, approvedBy });
  const code = payloadHash(JSON.stringify([text, rulesText, approvedBy, adapter.origin])).slice(0, 16);
  const isOne = rules !== null || lines.some(({ intent }) => intent.data !== null);
  if (isOne && lines.length > mostInOne) throw tooMany(path, lines.length);
  if (!isPreview) refuseUnseen(approval, { code, count: lines.length, most: rules?.mostInBatch ?? null });
  const sender = openApprover(kit, adapter, store);
  const size = isOne ? mostInOne : batch;
  const approved: ApprovedLine[] = [];
  for (let from = 0; from < lines.length; from += size) {
    const part = lines.slice(from, from + size);
    const intents = part.map(({ intent }) => intent);
    const came = await (isPreview ? sender.preview(intents) : sender.approveAll(intents));
    for (const [index, line] of part.entries()) {
      const each = came[index];
      if (each !== undefined) approved.push({ ...line, ...each });
    }
  }
  return { lines: approved, rules, code };
}

function openApprover(kit: Kit, adapter: Adapter, store: SenderStore): Sender {
  return openSender({
    store,
    random: kitRandom(kit),
    policy: workerPolicy(adapter, undefined),
    record: () => undefined,
    lookUp: null,
    deliver: () => Promise.reject(new Error('Who approves sends nothing.')),
  });
}

function refuseUnseen(
  { path, rules, previewed }: FileApproval,
  { code, count, most }: { readonly code: string; readonly count: number; readonly most: number | null },
): void {
  if (previewed !== null && previewed !== code) {
    throw new KitError('NOT_ALLOWED', {
      happened: `The preview ${previewed} was of something else than this.`,
      expected:
        'the code that --dry-run prints for these actions, these rules, this receiver and this approver',
      next: 'look at it again with --dry-run; nothing was written',
    });
  }
  if (most === null || count <= most || previewed === code) return;
  throw new KitError('NOT_ALLOWED', {
    happened: `${path} has ${String(count)} actions, and ${rules ?? ''} takes ${String(most)} in one batch unseen (batch.most).`,
    expected: 'a smaller batch, or one that somebody has looked at',
    next: 'look at it with --dry-run, and give the code that it prints as --previewed; nothing was written',
  });
}

function tooMany(path: string, count: number): KitError {
  return new KitError('BAD_FILE', {
    happened: `${path} has ${String(count)} actions.`,
    expected: `at most ${String(mostInOne)} that are accepted or refused as one`,
    next: 'split the file; nothing was written',
  });
}
