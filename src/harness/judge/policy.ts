import { absentAfterMs } from '../model/absent-after.js';
import { spelledDuration } from '../model/spelled.js';
import type { Contract } from '../model/contract.js';
import type { OutcomeKind, RetryAdvice } from '../model/outcome.js';
import type { Policy } from '../model/report.js';
import type { Grade } from '../model/verdict.js';

const stops = ['mismatch', 'key-refused', 'expired', 'ambiguous', 'ignored', 'rejected'];

/**
 * The sender policy that is safe with a receiver of this grade; without a grade, the most careful one. What the owner
 * says of single outcomes is added to it, as far as it is as careful.
 */
export function policyFor(grade: Grade | null, contract: Contract): Policy {
  const policy = plainPolicyFor(grade, contract);
  const { retryActions = {}, retrySignal } = contract;
  const said = (Object.entries(retryActions) as [OutcomeKind, RetryAdvice][]).filter(
    ([, advice]) => advice === 'stop' || policy.retry !== 'never',
  );
  const stopped = said.filter(([, advice]) => advice === 'stop').map(([kind]) => kind);
  const retried = said.filter(([, advice]) => advice !== 'stop').map(([kind]) => kind);
  const signal = retrySignal === undefined || policy.retry === 'never' ? [] : [signalSentence(retrySignal)];
  return {
    ...policy,
    stopOn: [...new Set([...policy.stopOn, ...stopped])].filter(
      (kind) => !retried.some((one) => one === kind),
    ),
    text: [
      ...policy.text,
      ...said.map(([kind, advice]) => `After ${kind}: ${adviceInWords[advice]} (as its owner says).`),
      ...signal,
    ],
  };
}

const adviceInWords: Readonly<Record<RetryAdvice, string>> = {
  'same-key': 'send again with the same key',
  'lookup-first': 'look the action up before anything is sent again',
  stop: 'stop',
};

function signalSentence(signal: NonNullable<Contract['retrySignal']>): string {
  const { header, true: yes, false: no } = signal;
  return `Heed the header ${header} of an answer: where it is true, ${adviceInWords[yes]}; where it is false, ${adviceInWords[no]}.`;
}

function plainPolicyFor(grade: Grade | null, contract: Contract): Policy {
  switch (grade) {
    case 'retry-safe':
      return {
        retry: 'same-key',
        windowMs: contract.retention.ms,
        absentAfterMs: null,
        perKeyParallelism: 1,
        stopOn: stops,
        text: [
          'Retry with the same key and the same bytes; the receiver answers with the record that it made.',
          windowSentence(contract.retention.ms),
          stopSentence,
        ],
      };
    case 'duplicate-safe':
      return {
        retry: 'same-key',
        windowMs: contract.retention.ms,
        absentAfterMs: null,
        perKeyParallelism: 1,
        stopOn: stops,
        text: [
          'Retry with the same key and the same bytes; no second record comes of it.',
          'Look the record up to learn its id: the answer to a retry need not name it.',
          windowSentence(contract.retention.ms),
          stopSentence,
        ],
      };
    case 'reconcile-first':
      return {
        retry: 'lookup-first',
        windowMs: null,
        absentAfterMs: absentAfterMs(contract, contract.limits.timeoutMs),
        perKeyParallelism: 1,
        stopOn: [...stops, 'unknown'],
        text: [
          'Never send again blindly: after an unknown outcome look the action up, and send only when it is absent.',
          ...believing(contract),
          'One worker at a time may handle an action.',
          stopSentence,
        ],
      };
    case 'unsafe':
    case null:
      return {
        retry: 'never',
        windowMs: null,
        absentAfterMs: null,
        perKeyParallelism: 1,
        stopOn: [...stops, 'unknown', 'in-flight'],
        text: [
          'Send each action once. After an unknown outcome stop, and let a person find out what the receiver holds.',
          grade === null
            ? 'Nothing better was shown in this run.'
            : 'Neither a retry nor a look-up can be trusted.',
        ],
      };
  }
}

const stopSentence =
  'Stop and call a person on a clash of content, a refused key, an expired key or a definite refusal.';

/** What a look-up needs before its "absent" can be believed, and what no wait helps against. */
function believing(contract: Contract): readonly string[] {
  const { settleMs } = contract.consistency;
  const { timeoutMs } = contract.limits;
  const lag = settleMs === 0 ? '' : `${spelledDuration(settleMs)} for look-ups to catch up, and `;
  return [
    `Wait at least ${spelledDuration(absentAfterMs(contract, timeoutMs))} after a send was given up before a look-up counts as absent: ${lag}${spelledDuration(timeoutMs)} for a request that is still being worked on.`,
    'Wait longer where a request can live longer than that (a queue, a gateway, a receiver under load): what arrives after the look-up is done twice.',
  ];
}

function windowSentence(windowMs: number | null): string {
  return windowMs === null
    ? 'No window is stated: treat the key as forgotten once the sender has given up.'
    : `Retry within ${spelledDuration(windowMs)} of the first send; after that look up first.`;
}
