import { sameKeySameBytes as sameRequestEachTime } from '../../harness/invariants/same-key-same-bytes.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';

const task = { name: 'task' };
const refused: WireEffect = { kind: 'refuse' };
const throttled: WireEffect = { kind: 'throttle', retryAfterS: 1 };
const lost: WireEffect = { kind: 'lose-reply' };

/** The receiver can only know a retry by what is the same about it. */
export const sameKeySameBytes: Scenario = {
  id: 'sender/same-key-same-bytes',
  title: 'Every attempt of an action is the same request, byte for byte',
  level: 'MUST',
  course:
    'One action is sent three times: past a refused connection, a throttle, a lost reply, a dead worker.',
  holdsWhen: 'All attempts carry the same key and the same payload bytes.',
  risk: 'The receiver takes a retry for new business, and the work is done twice.',
  usualCause: 'The key is made, or the payload is written, inside the retry loop.',
  remedy: 'Make key and bytes once, at approval, store them, and send what is stored.',
  sources: ['first essay: stable action identifiers', 'public report B102', 'public report B67'],
  needs: [],
  flaws: ['new-key-per-attempt', 'payload-reserialised'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [
    throttledTwice,
    ...(sendsBlindly(setting) ? [refusedTwice, lostReplies, deadWorkers] : []),
  ],
  invariants: [sameRequestEachTime],
};

const throttledTwice: Try = {
  name: 'throttled twice',
  needs: ['wire:throttle'],
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ effects: [throttled] }, { effects: [throttled] }] },
  ],
};

const refusedTwice: Try = {
  name: 'connection refused twice',
  needs: ['wire:refuse'],
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ effects: [refused] }, { effects: [refused] }] },
  ],
};

const lostReplies: Try = {
  name: 'reply lost twice',
  needs: ['wire:lose-reply'],
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ effects: [lost] }, { effects: [lost] }] },
  ],
};

const deadWorkers: Try = {
  name: 'two workers died after the reply',
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ crashAt: 'after-reply' }, { crashAt: 'after-reply' }] },
  ],
};

/** Where the sender looks up first, or may not find out, what is in doubt is not simply sent again. */
function sendsBlindly({ contract }: Setting): boolean {
  return contract.mode !== 'unguarded';
}
