import type { LookUpFinding } from '../model/adapter.js';
import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deliveriesOf, mayNotHaveArrived, overCases, overTries } from './reading.js';
import { firstRecordId } from './retries-resolved.js';

/** A look-up finds the action's own record, says absent where there is none, and never takes trouble for absence. */
export const lookUpsAsPromised: Invariant = {
  id: 'look-ups-as-promised',
  about: 'answer',
  promise: 'A look-up tells the truth: found with the right record, absent, or an error that reads as one.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('looked-up').filter(({ seq, action, expect, finding }) => {
          const untaken =
            expect === 'found' && finding.kind === 'absent' && mayNotHaveArrived(each, action, seq);
          return expect !== null && !untaken;
        }),
        (look) => untrue(each, look),
      ),
    );
    return resultOf(cases, findings, 'nothing was looked up');
  },
};

function untrue(each: TryView, look: EventOf<'looked-up'>): Broken | null {
  const { finding, expect } = look;
  const first = firstRecordId(each, look.action);
  const wrongRecord = finding.kind === 'found' && first !== null && finding.id !== first;
  if (finding.kind === expect && !(expect === 'found' && wrongRecord)) return null;
  if (expect === 'found' && tellsOfDuplicates(each, look)) return null;
  return {
    attempt: each.name,
    action: look.action,
    sentence: sentenceFor(finding, expect),
    expected: expect === 'found' && first !== null ? `found, record ${first}` : String(expect),
    actual: spelled(finding),
    events: [look.seq],
  };
}

/** Where one action left several records, a look-up that shows them tells the truth; that they exist is another finding. */
function tellsOfDuplicates(each: TryView, { seq, action, finding }: EventOf<'looked-up'>): boolean {
  const named = deliveriesOf(each, action)
    .filter(({ ended, outcome }) => ended.seq < seq && acknowledges(outcome))
    .flatMap(({ outcome }) => (outcome.id === null ? [] : [outcome.id]));
  const several = new Set(named).size > 1;
  return several && finding.kind === 'several' && named.every((id) => finding.ids.includes(id));
}

function sentenceFor(finding: LookUpFinding, expect: string | null): string {
  if (expect === 'trouble') {
    return `A look-up that was refused reads as "${finding.kind}": a sender would take that for the truth.`;
  }
  if (expect === 'absent') return 'A look-up finds a record for an action that was never sent.';
  if (finding.kind === 'absent') return 'A look-up says that an action was not done although it was.';
  return 'A look-up does not find the one record of the action.';
}

function spelled(finding: LookUpFinding): string {
  switch (finding.kind) {
    case 'found':
      return `found, record ${finding.id}`;
    case 'absent':
      return 'absent';
    case 'several':
      return `several records: ${finding.ids.slice(0, 5).join(', ')}`;
    case 'trouble':
      return `no finding: ${finding.why}`;
  }
}
