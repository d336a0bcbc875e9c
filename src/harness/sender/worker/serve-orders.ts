import { offsetClock } from '../../run/offset-clock.js';
import { seededRandom } from '../../run/seeded-random.js';
import { systemClock } from '../../run/system-clock.js';
import { openProxyLine, type ProxyLine, type Seen } from '../../wire/proxy-line.js';
import { flawedRules } from '../flawed-rules.js';
import { openSender, type Sender } from '../sender.js';
import type { AttemptResult } from '../sender-options.js';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.js';
import type { AttemptOrder, LentLine, Opening, Order, SentOrder, Told, WorkerCalls } from './messages.js';

/** The channel between a worker's process and the kit, at the worker's end. */
export interface Channel {
  tell(told: Told): void;
  take(take: (order: SentOrder) => void): void;
}

/** The outbox that is open, and what its exchanges travel over. */
interface Desk {
  readonly sender: Sender;
  readonly line: ProxyLine;
}

/** Carries out the orders of the kit one after another: opens the outbox, makes attempts, closes it. */
export function serveOrders(channel: Channel): void {
  const clock = offsetClock(systemClock);
  let aheadMs = 0;
  let desk: Desk | null = null;
  let answered: (answer: unknown) => void = () => undefined;
  const call: Caller = (name, argument) =>
    new Promise((resolve) => {
      answered = resolve as (answer: unknown) => void;
      channel.tell({ told: 'called', about: { call: name, argument } as never });
    });
  const carryOut = async (order: Exclude<Order, { order: 'answer' }>): Promise<AttemptResult | null> => {
    if (order.order === 'attempt') return attempt(desk, order.attempt, call);
    const open = desk;
    desk = null;
    await open?.sender.close();
    await open?.line.close();
    if (order.order === 'open') desk = openDesk(order.opening, { clock, call, channel });
    return null;
  };
  channel.take((order) => {
    clock.move(order.aheadMs - aheadMs);
    aheadMs = order.aheadMs;
    if (order.order === 'answer') {
      answered(order.answer);
      return;
    }
    carryOut(order).then(
      (result) => channel.tell({ told: 'done', result }),
      (error: unknown) => channel.tell({ told: 'failed', message: inFull(error) }),
    );
  });
}

type Caller = <Name extends keyof WorkerCalls>(
  name: Name,
  argument: Parameters<WorkerCalls[Name]>[0],
) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>>;

async function attempt(
  desk: Desk | null,
  { worker, effects }: AttemptOrder,
  call: Caller,
): Promise<AttemptResult> {
  if (desk === null) throw new Error('An attempt was ordered before an outbox was opened.');
  return desk.sender.attempt(worker, { effects, at: async (point) => void (await call('at', point)) });
}

function openDesk(
  { file, policy, flaw, seed, looksUp, polls }: Opening,
  { clock, call, channel }: { clock: ReturnType<typeof offsetClock>; call: Caller; channel: Channel },
): Desk {
  let port = 0;
  const line = openProxyLine(clock, () => port);
  const make = async ({ request, ...lent }: LentLine): Promise<Seen> => {
    port = lent.port;
    return line.fetch(request, lent);
  };
  const sender = openSender({
    store: openSqliteStore(file, { clock, synchronous: 'NORMAL' }),
    random: seededRandom(seed),
    policy,
    rules: flawedRules(flaw),
    record: (event) => channel.tell({ told: 'recorded', event }),
    deliver: async (request, about) =>
      call('endCreate', await make(await call('beginCreate', { request, about }))),
    poll: polls ? async (about) => call('endPoll', await make(await call('beginPoll', about))) : null,
    lookUp: looksUp ? async (about) => call('endLookUp', await make(await call('beginLookUp', about))) : null,
  });
  return { sender, line };
}

/** With its stack: it becomes the kit's own fault, which somebody has to find. */
function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
