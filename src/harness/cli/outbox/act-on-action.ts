import { exitCodes, type ExitCode } from '../../model/kit-error.js';
import { openDelivery, type Delivery } from '../../run/delivery.js';
import { textRedactor } from '../../run/redact.js';
import { workerPolicy } from '../../run/worker-policy.js';
import type { OperatorResult } from '../../sender/operate.js';
import { openSender } from '../../sender/sender.js';
import type { SenderStore } from '../../sender/store/sender-store.js';
import { forwardProxies } from '../../wire/forward-proxies.js';
import type { Kit } from '../kit.js';
import { kitRandom } from '../kit-random.js';
import { authorityOf } from '../open-source.js';
import { newRunId } from '../run-id.js';
import { findAction } from './find-action.js';
import { readReceiver } from './read-receiver.js';
import type { Signature } from './signature.js';

/** An operator's act on one action of an outbox, as it was asked for on the command line. */
export interface AskedAct extends Signature {
  readonly act: 'reconcile' | 'unblock' | 'withdraw';
  /** The action's name or key. */
  readonly named: string;
  /** The path of the receiver's adapter file. */
  readonly adapter: string;
  readonly iMayWriteTo: readonly string[];
  /** The receiver's id of the record, where the operator knows it. */
  readonly id?: string;
}

/** Does it, and prints what it came to; ends with 1 where nothing was settled. */
export async function actOnAction(kit: Kit, store: SenderStore, asked: AskedAct): Promise<ExitCode> {
  const { act, named, who, why, id } = asked;
  const { action } = await findAction(store, named);
  const mayWriteTo = act === 'reconcile' ? asked.iMayWriteTo : 'nothing is sent';
  const file = await readReceiver(kit, asked.adapter, mayWriteTo);
  const { adapter } = file;
  const policy = workerPolicy(adapter, undefined);
  const delivery = openDelivery({
    adapter,
    clock: kit.clock,
    name: newRunId(kit),
    timeoutMs: policy.timeoutMs,
    ca: authorityOf(file, asked.adapter),
    proxies: forwardProxies(kit.environment),
  });
  const random = kitRandom(kit);
  const sender = openSender({ store, random, policy, record: () => undefined, ...onlyAsking(delivery) });
  try {
    const result =
      id === undefined
        ? await sender[act](action, who, why)
        : await sender.reconcileById(action, who, why, id);
    const { said, code } = meanings[result];
    kit.out(textRedactor(adapter.secrets)(`${action}: ${result}: ${said}\n`));
    return code;
  } finally {
    await delivery.close();
  }
}

/** An operator's act asks the receiver at most, and creates nothing. */
function onlyAsking({ lookUp, fetch = null }: Delivery) {
  return { lookUp, fetch, deliver: () => Promise.reject(new Error('An operator creates nothing.')) };
}

const { conforms: settled, doesNotConform: unsettled } = exitCodes;

const meanings: Readonly<
  Record<OperatorResult, { readonly said: string; readonly code: typeof settled | typeof unsettled }>
> = {
  sent: { said: 'the receiver has its record', code: settled },
  absent: { said: 'the receiver has no record of it', code: settled },
  unblocked: { said: 'it is pending, with a fresh budget', code: settled },
  'not-found-yet': { said: 'nothing is there, and a request may still be under way', code: unsettled },
  several: { said: 'the receiver has more than one record of it; it is blocked', code: unsettled },
  trouble: { said: 'the look-up failed, and nothing was changed', code: unsettled },
  vouched: {
    said: 'the receiver cannot be asked for one record, and your word was taken for it',
    code: settled,
  },
  'no-such-record': {
    said: 'the receiver has no record of that id, and nothing was changed',
    code: unsettled,
  },
  taken: {
    said: 'the record of that id was made by another action, and nothing was changed',
    code: unsettled,
  },
  withdrawn: {
    said: 'it is given up for good, and nothing was sent that could have had an effect',
    code: settled,
  },
  'in-doubt': {
    said: 'a request may have had an effect: reconcile it first; nothing was changed',
    code: unsettled,
  },
  'look-up-not-offered': { said: 'the adapter file describes no look-up', code: unsettled },
  'not-open': { said: 'it is not pending, unknown or blocked, and nothing was changed', code: unsettled },
  'not-blocked': { said: 'it is not blocked, and nothing was changed', code: unsettled },
  'moved-on': { said: 'a worker was quicker, and nothing was changed', code: unsettled },
};
