import { afterEach } from 'vitest';
import {
  openReceiver,
  systemClock,
  type Receiver,
  type ReceiverOptions,
} from '../../reference-receiver/index.js';
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

/** Asks a receiver one thing. */
export type AskInDialect = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<Told>;

/** A receiver that speaks a ready contract, for the running test alone. */
export function speaking(vendor: string): AskInDialect {
  return openSpeaking(vendor).ask;
}

/** The same with what a test has otherwise, to be closed before its end if it is to come back. */
export function openSpeaking(
  vendor: string,
  options: Partial<ReceiverOptions> = {},
): { readonly ask: AskInDialect; close(): void } {
  const found = vendors.find(({ name }) => name === vendor);
  if (found === undefined) throw new Error(`There is no ready contract "${vendor}".`);
  const receiver = openReceiver({
    file: ':memory:',
    clock: systemClock,
    chance: () => 0.5,
    controls: false,
    dialect: dialectOf(found.text(), { file: `${vendor}.yaml`, environment: anyEnvironment }),
    ...options,
  });
  open.push(receiver);
  const ask: AskInDialect = async (method, path, headers, body) => {
    const request = new Request(`http://dialect.invalid${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await receiver.handle(request);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    ask,
    close: () => {
      open.splice(open.indexOf(receiver), 1);
      receiver.close();
    },
  };
}
