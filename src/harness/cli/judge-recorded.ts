import { judgeHistory, type Judged } from '../judge/judge-history.js';
import type { HistoryEvent } from '../model/event.js';
import type { Scenario } from '../model/scenario.js';
import { levelUnder } from '../plan/levels.js';
import { brokenIn } from '../run/campaign/broken.js';
import type { Kit } from './kit.js';

/** The verdict of a recorded history on a requirement, as a run makes it; null where it does not say how it was opened. */
export function judgeRecorded(kit: Kit, scenario: Scenario, events: readonly HistoryEvent[]): Judged | null {
  const [opened] = events;
  if (opened?.type !== 'history-opened') return null;
  return judgeHistory(scenario, levelUnder(scenario, opened.contract), events, kit.senderPromises);
}

/** The same for a sequence, as a campaign makes it: what is broken in it, in the ledger too, is what it is about. */
export function judgeSequence(kit: Kit, sequence: Scenario, events: readonly HistoryEvent[]): Judged {
  const broken = brokenIn(events, sequence, kit.senderPromises);
  return broken?.judged ?? judgeHistory(sequence, 'MUST', events, kit.senderPromises);
}
