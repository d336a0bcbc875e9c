import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Header } from '../../harness/model/exchange.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Some headers are of the attempt, not of the action. */
export const volatileHeaders: Scenario = {
  id: 'replay/volatile-headers',
  title: 'Headers that change with every attempt do not matter',
  level: 'MUST',
  course: 'The action is sent, then twice with another User-Agent, traceparent, Date or Accept.',
  holdsWhen: 'There is one record, and every retry gets the replay.',
  risk: 'Tracing is switched on, or a client is updated, and every retry is refused or done again.',
  usualCause: 'The whole request is hashed, with headers that differ by their nature.',
  remedy: 'Compare the operation and the content, and nothing else.',
  sources: [
    'public report B65: a trace id or time in the fingerprint refuses every retry',
    'W3C Trace Context: a traceparent for every request',
    'OASIS Repeatable Requests 1.0: headers other than Date are compared',
  ],
  needs: ['observe'],
  flaws: ['fingerprint-over-headers'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    withHeaders('another User-Agent', ['User-Agent', 'sender/2.0'], ['User-Agent', 'sender/2.1 (replica 7)']),
    withHeaders(
      'another traceparent',
      ['traceparent', `00-${trace}-00f067aa0ba902b7-01`],
      ['traceparent', `00-${trace}-00f067aa0ba902b8-00`],
    ),
    withHeaders(
      'another Date',
      ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
      ['Date', 'Thu, 01 Jan 2026 00:00:01 GMT'],
    ),
    withHeaders('another Accept', ['Accept', 'application/json, */*;q=0.5'], ['Accept', '*/*']),
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};

function withHeaders(name: string, before: Header, after: Header): Try {
  return {
    name,
    steps: [
      first(task),
      retry(task, { headers: [before] }),
      retry(task, { headers: [after] }),
      observeLate(task, one),
    ],
  };
}
