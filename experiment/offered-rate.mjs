import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderOf } from './client.mjs';
import { latenciesOf } from './latencies.mjs';

/**
 * One trial of an open loop: every request has its time beforehand, so that a slow answer does not slow the arrivals. The
 * replays are spread between the new requests, each of one that was answered before. Service is the time from a request's
 * start to the end of its answer; wait is how late it was started.
 */
export async function offeredRate(client, { reference, perSecond, fresh, replays }) {
  const before = await client.backlog();
  const plan = planOf(fresh, replays);
  const answered = [];
  let tellFirst = () => undefined;
  const first = new Promise((resolve) => {
    tellFirst = resolve;
  });
  const samples = [];
  const startedAt = performance.now() + 50;
  await Promise.all(
    plan.map(async (kind, at) => {
      const dueAt = startedAt + (at * 1000) / perSecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      // What has not been answered once cannot be told again; the delay counts as wait.
      if (kind === 'replay') await first;
      const number = kind === 'new' ? numberOf(plan, at) : answered[at % answered.length];
      const name = `${reference}-${number}`;
      const began = performance.now();
      const { status, body } = await client
        .place(`key-${name}`, orderOf(`intent-${name}`, reference))
        .catch((error) => ({ status: 0, body: { error: error.message } }));
      const ended = performance.now();
      if (kind === 'new' && status === 202) {
        answered.push(number);
        tellFirst();
      }
      samples.push({
        kind,
        status,
        number,
        orderId: body?.order_id ?? null,
        serviceMs: ended - began,
        waitMs: Math.max(0, began - dueAt),
        endMs: ended - startedAt,
      });
    }),
  );
  return { reference, ...summary(samples, plan), ...(await counted(client, { reference, before })), samples };
}

/** Which request is new and which a replay, spread evenly; the first is new. */
function planOf(fresh, replays) {
  const all = fresh + replays;
  const upTo = (at) => Math.floor((at * replays) / all);
  return Array.from({ length: all }, (_, at) => (upTo(at + 1) > upTo(at) ? 'replay' : 'new'));
}

function numberOf(plan, at) {
  return plan.slice(0, at).filter((kind) => kind === 'new').length;
}

function summary(samples, plan) {
  const first = new Map(
    samples.flatMap(({ kind, number, orderId }) => (kind === 'new' ? [[number, orderId]] : [])),
  );
  const of = (kind) => samples.filter((each) => each.kind === kind);
  const lastMs = Math.max(...samples.map(({ endMs }) => endMs));
  return {
    requests: plan.length,
    errors: samples.filter(({ status }) => status !== 202).length,
    replaysWithOtherIds: of('replay').filter(({ number, orderId }) => first.get(number) !== orderId).length,
    perSecond: (plan.length * 1000) / lastMs,
    new: latenciesOf(of('new').map(({ serviceMs }) => serviceMs)),
    replay: latenciesOf(of('replay').map(({ serviceMs }) => serviceMs)),
    wait: latenciesOf(samples.map(({ waitMs }) => waitMs)),
  };
}

/** The orders that are there in the end, and the events that were written with them, delivered or not. */
async function counted(client, { reference, before }) {
  const after = await client.backlog();
  const written = (backlog) => backlog.pending + backlog.delivered;
  return { orders: (await client.orders(reference)).length, events: written(after) - written(before) };
}
