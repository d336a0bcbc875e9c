import type { CredentialName } from '../model/action.js';
import type { Adapter } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { Answer, PreparedRequest } from '../model/exchange.js';
import type { SenderOptions } from '../sender/sender-options.js';
import { openDirectPlane } from '../wire/direct-plane.js';
import type { Route } from '../wire/route.js';
import { openPace } from './pace.js';
import { openSignIns } from './sign-ins.js';

/** How a sender reaches a receiver outside any run: no faults, no history. */
export interface Delivery extends Pick<SenderOptions, 'deliver' | 'lookUp' | 'poll' | 'fetch'> {
  /** Resolves when the receiver may be asked: a token is there where one is needed. */
  readonly ready: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a delivery is made of. */
interface DeliveryOptions extends Route {
  readonly adapter: Adapter;
  readonly clock: Clock;
  /** The beginning of each exchange's id, by which the receiver's owner finds it. */
  readonly name: string;
  readonly timeoutMs: number;
}

/** Opens the way to a receiver; exchanges keep to the rate that its contract names. */
export function openDelivery({ adapter, clock, name, timeoutMs, ...route }: DeliveryOptions): Delivery {
  const wire = openDirectPlane({ clock, ...route });
  const secrets = [...adapter.secrets];
  const signIns = openSignIns({ adapter, clock, wire, secrets });
  const pace = openPace(clock, adapter.contract.limits.perSecond);
  // An attempt that is under way is carried to its end, whatever asks the worker to end.
  const { signal } = new AbortController();
  let count = 0;
  const ask = async (request: PreparedRequest, credential: CredentialName) => {
    await signIns.ready(credential, signal);
    await pace.turn(signal);
    count += 1;
    const exchange = `${name}-${String(count)}`;
    const addressed = signIns.address(request, credential, exchange);
    const options = { id: exchange, effects: [], timeoutMs, connection: 'warm' } as const;
    const { answer } = await wire.exchange(addressed, options);
    return { exchange, answer, refused: signIns.learn(exchange, answer) };
  };
  return {
    ...sending(adapter, ask),
    ready: async () => void (await signIns.ready('main', signal)),
    close: () => wire.close(),
  };
}

type Asked = {
  readonly exchange: string;
  readonly answer: Answer;
  readonly refused: ReturnType<Adapter['create']['outcome']> | null;
};

function sending(
  { create, poll, lookUp, fetch }: Adapter,
  ask: (request: PreparedRequest, credential: CredentialName) => Promise<Asked>,
): Pick<SenderOptions, 'deliver' | 'lookUp' | 'poll' | 'fetch'> {
  return {
    async deliver(request, { credential }) {
      const { exchange, answer, refused } = await ask(request, credential);
      const outcome = refused ?? create.outcome(answer);
      const accepted = outcome.kind === 'accepted' && poll !== null;
      return { exchange, outcome, poll: accepted ? poll.request(answer) : null };
    },
    poll:
      poll === null
        ? null
        : async ({ request, credential }) => {
            const { exchange, answer, refused } = await ask(request, credential);
            return { exchange, outcome: refused ?? poll.read(answer) };
          },
    fetch:
      fetch === null
        ? null
        : async (id, credential) => {
            const { exchange, answer } = await ask(fetch.request(id), credential);
            return { exchange, finding: fetch.read(answer) };
          },
    lookUp:
      lookUp === null
        ? null
        : async (facts) => {
            const { exchange, answer } = await ask(lookUp.request(facts), facts.credential);
            return { exchange, finding: lookUp.read(answer, facts) };
          },
  };
}
