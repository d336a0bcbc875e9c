import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { Created, Prepared, ProcessCaller } from './process-support.js';
import { createBytes } from './process-support.js';

/** A course over real sockets and a real process, and what it shows with the flaw and without. */
export interface ProcessProbe {
  readonly course: (crm: ProcessCaller) => Promise<unknown>;
  readonly sound: unknown;
  readonly flawed: unknown;
}

const leaseMs = 1000;
const payload = { title: 'Call back', reference: 'm-1' };
const other = { ...payload, title: 'Call somebody else' };

/** Copies of one create whose last bytes are released in one turn, and their answers. */
async function burst(crm: ProcessCaller, copies: readonly (readonly [string, object])[]): Promise<Created[]> {
  const prepared: Prepared[] = [];
  for (const [key, content] of copies) prepared.push(await crm.prepare(key, content));
  await after(20);
  for (const each of prepared) each.release();
  return Promise.all(prepared.map(({ answer }) => answer));
}

const copiesOf = (key: string, content: object, count: number) =>
  Array.from({ length: count }, () => [key, content] as const);

/** Tells a create again until it is answered 201 or the time is over; the last status. */
async function resolved(crm: ProcessCaller, withinMs: number): Promise<number> {
  for (let waited = 0; ; waited += 100) {
    const { status } = await crm.create('k', payload);
    if (status === 201 || waited >= withinMs) return status;
    await after(100);
  }
}

/** Sends a whole create and resets the connection once the receiver has had the time to begin. */
async function leave(crm: ProcessCaller): Promise<void> {
  const prepared = await crm.prepare('k', payload);
  prepared.release();
  await after(15);
  prepared.socket.resetAndDestroy();
  await prepared.answer;
}

/** Kills the process while a create is under way, and starts it again. */
async function killDuring(crm: ProcessCaller, afterMs: number): Promise<void> {
  const prepared = await crm.prepare('k', payload);
  prepared.release();
  await after(afterMs);
  await crm.child.startAgain('killed');
  // Whether a death ends a connection or resets it turns on what was unread.
  await prepared.answer.catch(() => undefined);
}

const lostReply: Record<string, ProcessProbe> = {
  'claim-freed-on-disconnect': {
    course: async (crm) => {
      await leave(crm);
      await crm.create('k', payload);
      await after(100);
      return [(await crm.create('k', payload)).status, await crm.records('m-1')];
    },
    sound: [201, 1],
    flawed: [201, 2],
  },
  'stored-after-flush': {
    course: async (crm) => {
      const undisturbed = await crm.create('k0', { ...payload, reference: 'm-0' });
      const before = await crm.records('m-0');
      const cut = await crm.prepare('k', payload);
      cut.release();
      await once(cut.socket, 'data');
      cut.socket.resetAndDestroy();
      await after(60);
      const early = await crm.records('m-1');
      return [undisturbed.status, before, early, (await crm.create('k', payload)).replayed];
    },
    sound: [201, 1, 1, true],
    flawed: [201, 1, 1, false],
  },
  'acts-on-truncated-body': {
    course: async (crm) => {
      const { head, body } = createBytes('k', { ...payload, note: 'x'.repeat(60) });
      const socket = net.connect({ port: crm.child.port, host: '127.0.0.1' });
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write(head + body.slice(0, -30), resolve));
      await after(20);
      socket.resetAndDestroy();
      await after(20);
      const { status } = await crm.create('k', { ...payload, note: 'x'.repeat(60) });
      return [status, await crm.records('m-1')];
    },
    sound: [201, 1],
    flawed: [422, 1],
  },
  'claim-stuck-after-disconnect': {
    course: async (crm) => {
      await leave(crm);
      await after(60);
      return [await resolved(crm, leaseMs * 1.5), await crm.records('m-1')];
    },
    sound: [201, 1],
    flawed: [409, 0],
  },
};

const concurrency: Record<string, ProcessProbe> = {
  'look-up-then-insert': {
    course: async (crm) => {
      let most = 0;
      for (let round = 0; round < 5 && most < 2; round += 1) {
        const content = { ...payload, reference: `m-${round}` };
        await burst(crm, copiesOf(`k-${round}`, content, 20));
        most = Math.max(most, await crm.records(content.reference));
      }
      return most > 1 ? 'several records' : 'one record';
    },
    sound: 'one record',
    flawed: 'several records',
  },
  'in-progress-for-ever': {
    course: async (crm) => {
      await burst(crm, copiesOf('k', payload, 8));
      return [await resolved(crm, leaseMs * 1.5), await crm.records('m-1')];
    },
    sound: [201, 1],
    flawed: [409, 1],
  },
  'losers-get-500': {
    course: async (crm) => {
      const answers = await burst(crm, copiesOf('k', payload, 8));
      const isError = answers.some(({ status }) => status >= 500);
      return [isError, (await crm.create('k', payload)).status, await crm.records('m-1')];
    },
    sound: [false, 201, 1],
    flawed: [true, 201, 1],
  },
  'lease-shorter-than-work': {
    course: async (crm) => {
      await crm.control('slow', { ms: 400 });
      const slow = crm.create('k', payload);
      await after(200);
      const beside = await crm.create('k', payload);
      await slow;
      return [beside.status, (await crm.create('k', payload)).status, await crm.records('m-1')];
    },
    sound: [409, 201, 1],
    flawed: [201, 201, 2],
  },
  'stored-20ms-after-flush': {
    course: async (crm) => {
      await crm.create('warm-up', { ...payload, reference: 'warm-up' });
      const first = await crm.create('k', payload);
      const again = await crm.create('k', payload);
      await after(60);
      const later = await crm.create('k', payload);
      return [again.id === first.id, later.replayed, await crm.records('m-1')];
    },
    sound: [true, true, 1],
    flawed: [false, true, 2],
  },
  'one-global-lock': {
    course: async (crm) => {
      const keys = Array.from({ length: 20 }, (_, number) => [`k${number}`, payload] as const);
      const answers = await burst(crm, keys);
      const busy = answers.filter(({ status }) => status === 503).length;
      return [busy > 0, (await crm.records('m-1')) === 20];
    },
    sound: [false, true],
    flawed: [true, false],
  },
};

const durability: Record<string, ProcessProbe> = {
  'acknowledges-before-commit': {
    course: async (crm) => {
      const { status } = await crm.create('k', payload);
      const before = await crm.records('m-1');
      await crm.child.startAgain('killed');
      return [status, before, await crm.records('m-1')];
    },
    sound: [201, 1, 1],
    flawed: [201, 1, 0],
  },
  'keys-in-memory': {
    course: async (crm) => {
      const first = await crm.create('k', payload);
      await crm.child.startAgain('orderly');
      const again = await crm.create('k', payload);
      return [again.id === first.id, again.replayed, await crm.records('m-1')];
    },
    sound: [true, true, 1],
    flawed: [false, false, 2],
  },
  'key-and-record-apart': {
    course: async (crm) => {
      const first = await crm.create('k', payload);
      const alive = await crm.create('k', payload);
      await crm.child.startAgain('killed');
      const again = await crm.create('k', payload);
      return [alive.id === first.id, again.id === first.id, await crm.records('m-1')];
    },
    sound: [true, true, 1],
    flawed: [true, false, 2],
  },
  'claim-never-expires': {
    course: async (crm) => {
      await killDuring(crm, 25);
      return [await resolved(crm, leaseMs * 2), await crm.records('m-1')];
    },
    sound: [201, 1],
    flawed: [409, 0],
  },
  'fingerprint-in-memory': {
    course: async (crm) => {
      await crm.create('k', payload);
      const before = await crm.create('k', other);
      await crm.child.startAgain('orderly');
      const again = await crm.create('k', other);
      return [before.status, again.status, again.replayed];
    },
    sound: [422, 422, false],
    flawed: [422, 201, true],
  },
  'window-counted-from-restart': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.control('clock', { advance_ms: 300_000 });
      await crm.child.startAgain('orderly');
      const half = await crm.create('k', payload);
      await crm.control('clock', { advance_ms: 300_001 });
      const past = await crm.create('k', payload);
      return [half.replayed, past.replayed, await crm.records('m-1')];
    },
    sound: [true, false, 2],
    flawed: [true, true, 1],
  },
};

/** One probe for each flaw that takes sockets, a race or the death of a process to show. */
export const processProbes: Readonly<Record<string, ProcessProbe>> = {
  ...lostReply,
  ...concurrency,
  ...durability,
};
