import { afterEach } from 'vitest';
import { openReceiver, systemClock, type Receiver } from '../../reference-receiver/index.js';
import { dialectOf } from '../../src/adapters/dialect/dialect-of.js';
import { vendors } from '../../src/adapters/vendors/index.js';
import { anyEnvironment } from './vendor-trial.js';

const open: Receiver[] = [];

afterEach(() => {
  for (const receiver of open.splice(0)) receiver.close();
});

/** What came back, its body read as JSON where there is one. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A receiver that speaks a ready contract, for the running test alone. */
export function speaking(
  vendor: string,
): (method: string, path: string, headers: Record<string, string>, body?: unknown) => Promise<Told> {
  const found = vendors.find(({ name }) => name === vendor);
  if (found === undefined) throw new Error(`There is no ready contract "${vendor}".`);
  const receiver = openReceiver({
    file: ':memory:',
    clock: systemClock,
    chance: () => 0.5,
    controls: false,
    dialect: dialectOf(found.text(), { file: `${vendor}.yaml`, environment: anyEnvironment }),
  });
  open.push(receiver);
  return async (method, path, headers, body) => {
    const request = new Request(`http://dialect.invalid${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await receiver.handle(request);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
}
