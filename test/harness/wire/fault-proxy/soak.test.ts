import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { WireEffect } from '../../../../src/harness/model/exchange.js';
import { seededRandom } from '../../../../src/harness/run/seeded-random.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import type { JournalEntry } from '../../../../src/harness/wire/fault-proxy/journal-entry.js';
import { openProxyPlane, proxyEffectKinds } from '../../../../src/harness/wire/proxy-plane.js';
import { openLoopbackServer } from '../../../harness/wire/loopback-server.js';

/** `TWICESHY_SOAK=10000 npx vitest run test/harness/wire/fault-proxy/soak.test.ts` is the long form. */
const exchanges = Number(process.env['TWICESHY_SOAK'] ?? 1_000);
const ofBatch = 200;
const atOnce = 16;
const timeoutMs = 250;
const mostGrowthBytes = 8 * 1024 * 1024;

describe('the fault proxy under random effects', () => {
  it(
    `accounts for each of ${exchanges} exchanges, and leaves nothing open`,
    async () => {
      const before = sockets();
      const random = seededRandom(20_260_101);
      const server = await openLoopbackServer((request, response) => {
        let bytes = 0;
        request.on('data', (chunk: Buffer) => (bytes += chunk.length));
        request.on('end', () => response.writeHead(201).end(JSON.stringify({ bytes })));
      });
      const wire = openProxyPlane({ clock: systemClock });
      // An exchange leaves as soon as it is accounted for, so that what grows is the proxy's and not the test's.
      const open = new Map<string, readonly WireEffect[]>();
      const account = (): void => {
        for (const entry of wire.entries()) {
          const effects = entry.exchange === null ? undefined : open.get(entry.exchange);
          if (entry.exchange !== null && effects !== undefined && accounted(entry, effects)) {
            open.delete(entry.exchange);
          }
        }
      };
      let settledBytes = 0;
      for (let begun = 0; begun < exchanges; begun += ofBatch) {
        const ids = Array.from(
          { length: Math.min(ofBatch, exchanges - begun) },
          (_, n) => `soak-${begun + n}`,
        );
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
              const effects = someEffects(() => random.next());
              open.set(id, effects);
              const made = await wire.exchange(
                {
                  method: 'POST',
                  url: `${server.origin}/tasks`,
                  headers: [],
                  body: 'x'.repeat(random.between(0, 20_000)),
                },
                { id, effects, timeoutMs, connection: random.next() < 0.2 ? 'fresh' : 'warm' },
              );
              if (effects.length === 0 && made.answer.kind === 'answered') {
                expect(made).toMatchObject({ delivered: 'whole', applied: [], hidden: [] });
              }
            }
          }),
        );
        account();
        if (begun === Math.floor(exchanges / 2 / ofBatch) * ofBatch) settledBytes = await heldBytes();
      }
      await wire.close();
      const grownBytes = (await heldBytes()) - settledBytes;
      account();
      await expect.poll(() => server.open()).toBe(0);
      await server.close();

      expect([...open]).toEqual([]);
      expect(grownBytes).toBeLessThan(mostGrowthBytes);
      await expect.poll(sockets).toEqual(before);
    },
    exchanges * 60 + 30_000,
  );
});

/** Every effect either took place or says why not, and what was delivered agrees with the bytes. */
function accounted(entry: JournalEntry, effects: readonly WireEffect[]): boolean {
  if (entry.ending === null || entry.endedAtMs === null) return false;
  const told = [...entry.applied, ...entry.missed.map(({ kind }) => kind)];
  if (!effects.every(({ kind }) => told.includes(kind))) return false;
  if (entry.delivered === 'none') return entry.copies === 0;
  return entry.bytes.toTarget > 0 && entry.copies <= (entry.applied.includes('double') ? 2 : 1);
}

function someEffects(next: () => number): readonly WireEffect[] {
  if (next() < 0.3) return [];
  const one = anEffect(next);
  if (next() < 0.8) return [one];
  const other = anEffect(next);
  return other.kind === one.kind ? [one] : [one, other];
}

function anEffect(next: () => number): WireEffect {
  const kind = proxyEffectKinds[Math.floor(next() * proxyEffectKinds.length)] ?? 'refuse';
  switch (kind) {
    case 'gateway-answer':
    case 'turn-away':
      return { kind, status: 502 + Math.floor(next() * 3) };
    case 'throttle':
      return { kind, retryAfterS: 1 };
    case 'stall':
      return { kind, ms: Math.floor(next() * 20) };
    case 'hold-request':
      return { kind, later: 1 + Math.floor(next() * 3) };
    case 'reset-in-headers':
    case 'reset-in-body':
      return next() < 0.5 ? { kind } : { kind, afterBytes: Math.floor(next() * 10_000) };
    default:
      return { kind };
  }
}

/** What is really held: neither a heap that waits to be collected, nor buffers of sockets that were collected just now. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function sockets(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
}
