import type { SeenRecord } from '../model/adapter.js';
import type { CredentialName } from '../model/action.js';
import type { Step } from '../model/step.js';
import type { TryRun } from './try-run.js';

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

const mostPages = 200;

/** Looks an action up by its key (or what else the target offers), once or until it is found. */
export async function lookUp(run: TryRun, step: StepOf<'look-up'>): Promise<void> {
  const { lookUp: codec } = run.target.adapter;
  if (codec === null) throw new Error('A look-up needs a target that offers one.');
  const facts = run.facts(step.action);
  const credential = step.as ?? 'main';
  const begun = run.target.clock.now();
  const { settleMs, pollMs } = run.contract.consistency;
  for (;;) {
    const { exchange, answer } = await run.exchange(codec.request(facts), {
      purpose: 'look-up',
      by: 'runner',
      action: facts.name,
      credential,
    });
    const finding = codec.read(answer, facts);
    const afterMs = run.target.clock.now() - begun;
    if (step.until === 'found' && finding.kind === 'absent' && afterMs < longestLag(settleMs)) {
      await run.watch.ask(async () => run.target.pass(pollMs, run.signal));
      continue;
    }
    if (finding.kind === 'found' && credential === 'main') run.ids.set(facts.name, finding.id);
    run.recorder.record({
      type: 'looked-up',
      by: 'runner',
      action: facts.name,
      credential,
      exchange,
      finding,
      expect: step.expect ?? null,
      afterMs,
    });
    return;
  }
}

/** How long a look-up is repeated before it counts as lagging for good: well past the claim, in milliseconds. */
function longestLag(settleMs: number): number {
  return settleMs * 2 + 5_000;
}

/** Fetches an action's record by the id that was named last. */
export async function fetchRecord(run: TryRun, step: StepOf<'fetch'>): Promise<void> {
  const { fetch: codec } = run.target.adapter;
  const id = run.ids.get(step.action.name);
  if (codec === null) throw new Error('A fetch needs a target that offers one.');
  if (id === undefined) return;
  const credential = step.as ?? 'main';
  const { exchange, answer } = await run.exchange(codec.request(id), {
    purpose: 'fetch',
    by: 'runner',
    action: step.action.name,
    credential,
  });
  run.recorder.record({
    type: 'fetched',
    action: step.action.name,
    id,
    credential,
    exchange,
    finding: codec.read(answer),
    expect: step.expect ?? null,
  });
}

/** Counts the records that carry an action's marker, at once or after the settle time. */
export async function observe(run: TryRun, step: StepOf<'observe'>): Promise<void> {
  const facts = run.facts(step.action);
  if (step.when === 'late') await run.settle();
  const seen = await countRecords(run, facts.name, facts.marker, step.as ?? 'main');
  run.recorder.record({
    type: 'observed',
    action: facts.name,
    marker: facts.marker,
    credential: step.as ?? 'main',
    when: step.when,
    records: seen.records,
    complete: seen.trouble === null,
    trouble: seen.trouble,
    count: step.count ?? null,
    reads: [...(step.reads ?? []), ...updateRead(run, step)],
  });
}

function updateRead(
  run: TryRun,
  { readsUpdate }: StepOf<'observe'>,
): readonly { pointer: string; value: string }[] {
  const { update } = run.target.adapter;
  return update === null || readsUpdate === undefined
    ? []
    : [{ pointer: update.field.read, value: readsUpdate }];
}

/** All records that carry a marker, page by page; `trouble` says why the count is not complete. */
export async function countRecords(
  run: TryRun,
  action: string | null,
  marker: string,
  credential: CredentialName,
): Promise<{ records: readonly SeenRecord[]; trouble: string | null }> {
  const { observe: codec } = run.target.adapter;
  if (codec === null) throw new Error('An observation needs a target that offers one.');
  const records: SeenRecord[] = [];
  const ids = new Set<string>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { answer } = await run.exchange(codec.request(marker, cursor), {
      purpose: 'observe',
      by: 'runner',
      action,
      credential,
    });
    const page = codec.read(answer, marker);
    if (page.kind === 'trouble') return { records, trouble: page.why };
    for (const record of page.records) {
      // A list whose pages shift may show one record twice, and one id may stand for two: neither is a count.
      if (ids.has(record.id)) return { records, trouble: `record ${record.id} is listed twice` };
      ids.add(record.id);
      records.push(record);
    }
    if (page.next === null) return { records, trouble: null };
    if (cursors.has(page.next)) return { records, trouble: 'a page names an earlier one as the next' };
    cursors.add(page.next);
    cursor = page.next;
  }
  return { records, trouble: `the count was ended after ${mostPages} pages` };
}
