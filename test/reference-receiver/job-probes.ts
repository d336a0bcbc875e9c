import { join } from 'node:path';
import { openSpeaking, type AskInDialect, type Told } from '../support/dialect-receiver.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { handClock, seededChance } from './support.js';

/** A receiver that accepts creates, on a file that outlives it. */
export interface Accepting {
  create(key: string, comments?: string): Promise<Told>;
  /** Asks after the job that an answer names. */
  poll(accepted: Told): Promise<Told>;
  records(): Promise<number>;
  /** Ends the receiver and opens it again. */
  restart(): void;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
  readonly ask: AskInDialect;
}

const authorization = { authorization: 'Bearer value of NETSUITE_TOKEN' };
const customers = '/services/rest/record/v1/customer';
const company = 'probe tw-1';

/** Opens a receiver that speaks the contract of NetSuite, for the running test. */
export function openAccepting(flaw?: string): Accepting {
  const clock = handClock();
  const chance = seededChance();
  const file = join(temporaryFolder(), 'jobs.sqlite');
  const open = () =>
    openSpeaking('netsuite-async', { file, clock, chance, ...(flaw === undefined ? {} : { flaw }) });
  let running = open();
  const ask: AskInDialect = (...asked) => running.ask(...asked);
  return {
    ask,
    create: (key, comments = 'first') =>
      ask(
        'POST',
        customers,
        { ...authorization, 'x-netsuite-idempotency-key': key, prefer: 'respond-async' },
        { companyName: company, comments, subsidiary: { id: '1' } },
      ),
    poll: (accepted) => ask('GET', accepted.headers.get('location') ?? '/', authorization),
    records: async () => {
      const query = encodeURIComponent(`companyName IS "${company}"`);
      const { body } = await ask('GET', `${customers}?q=${query}`, authorization);
      return (body as { items: readonly unknown[] }).items.length;
    },
    restart: () => {
      running.close();
      running = open();
    },
    pass: (ms) => clock.advance(ms),
  };
}

/** A course over a receiver that does creates later, and what it shows with the flaw and without. */
export interface JobProbe {
  course(receiver: Accepting): Promise<unknown>;
  readonly sound: unknown;
  readonly flawed: unknown;
}

const isDone = ({ body }: Told): boolean => (body as { completed: boolean }).completed;

/** One probe for each flaw that takes a contract whose creates are done later. */
export const jobProbes: Readonly<Record<string, JobProbe>> = {
  'accepted-jobs-forgotten': {
    course: async (receiver) => {
      const accepted = await receiver.create('k');
      receiver.restart();
      await receiver.pass(10_000);
      return [isDone(await receiver.poll(accepted)), await receiver.records()];
    },
    sound: [true, 1],
    flawed: [false, 0],
  },
  'second-job-while-pending': {
    course: async (receiver) => {
      const first = await receiver.create('k');
      const again = await receiver.create('k');
      await receiver.pass(10_000);
      const led = again.headers.get('location') === first.headers.get('location');
      return [first.status, again.status, led, await receiver.records()];
    },
    sound: [202, 202, true, 1],
    flawed: [202, 202, false, 2],
  },
  'job-done-before-stored': {
    course: async (receiver) => {
      const accepted = await receiver.create('k');
      await receiver.pass(1500);
      const done = isDone(await receiver.poll(accepted));
      const early = await receiver.records();
      receiver.restart();
      await receiver.pass(10_000);
      return [done, early, await receiver.records()];
    },
    sound: [true, 1, 1],
    flawed: [true, 0, 0],
  },
};
