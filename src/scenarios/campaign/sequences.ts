import { answersAreExplained } from '../../harness/checker/answers-are-explained.js';
import { acceptedUpdatesStand } from '../../harness/invariants/accepted-updates-stand.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { countsAreComplete } from '../../harness/invariants/counts-are-complete.js';
import { fetchesAsPromised } from '../../harness/invariants/fetches-as-promised.js';
import { intentContentStands } from '../../harness/invariants/intent-content-stands.js';
import { lookUpsAsPromised } from '../../harness/invariants/look-ups-as-promised.js';
import { nothingLeaks } from '../../harness/invariants/nothing-leaks.js';
import { oneUpdatePerVersion } from '../../harness/invariants/one-update-per-version.js';
import { operationsStayApart } from '../../harness/invariants/operations-stay-apart.js';
import { payloadKept } from '../../harness/invariants/payload-kept.js';
import { racedContentStands } from '../../harness/invariants/raced-content-stands.js';
import { racesHaveOneWinner } from '../../harness/invariants/races-have-one-winner.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { recordsReadAsPromised } from '../../harness/invariants/records-read-as-promised.js';
import { refusedCredentialIsRefused } from '../../harness/invariants/refused-credential-is-refused.js';
import { repeatedUpdateChangesNothing } from '../../harness/invariants/repeated-update-changes-nothing.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import { throttlesNameTheirWait } from '../../harness/invariants/throttles-name-their-wait.js';
import { unnamedMembersStand } from '../../harness/invariants/unnamed-members-stand.js';
import { updatesAsPromised } from '../../harness/invariants/updates-as-promised.js';
import type { Playbook } from '../../harness/model/playbook.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { play } from './play.js';

/** What every sequence is held to: nothing but what single requirements promise, whatever comes before and after. */
const requirement: Scenario = {
  id: 'campaign/sequences',
  title: 'No sequence of orderly actions and mishaps breaks a promise',
  level: 'MUST',
  course:
    'Sequences by chance over a few actions: told, delivered by the sender, raced, in conflict, with whatever befalls exchanges, workers and the receiver; one that breaks a promise is made as small as it can be.',
  holdsWhen:
    'In every sequence the receiver holds and says what is still possible after all that went before, and the sender keeps its own promises.',
  risk: 'What works when it is tried by itself goes wrong when things come together, as they do in production.',
  usualCause: 'Two mechanisms that are right by themselves do not know of each other.',
  remedy: 'Play the smallest sequence again, and mend what its last step shows.',
  sources: [
    'QuickCheck: a counterexample is made smaller for as long as it still fails',
    'Jepsen: histories of concurrent and indeterminate operations, judged afterwards',
  ],
  needs: ['observe'],
  flaws: [],
  dependsOn: [],
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  byChance: true,
  invariants: [
    recordsAsPromised,
    answersAsPromised,
    retriesNameTheFirstRecord,
    acknowledgedRecordsExist,
    payloadKept,
    lookUpsAsPromised,
    fetchesAsPromised,
    countsAreComplete,
    nothingLeaks,
    refusedCredentialIsRefused,
    operationsStayApart,
    intentContentStands,
    throttlesNameTheirWait,
    updatesAsPromised,
    recordsReadAsPromised,
    acceptedUpdatesStand,
    oneUpdatePerVersion,
    repeatedUpdateChangesNothing,
    unnamedMembersStand,
    racesHaveOneWinner,
    racedContentStands,
    answersAreExplained,
  ],
};

/** Sequences, as a campaign plays them. */
export const sequencesPlaybook: Playbook = { requirement, play };
