import type { Scenario } from '../../harness/model/scenario.js';

/** What holds for one request holds for the two hundredth of a second. */
export const offeredRate: Scenario = {
  id: 'load/offered-rate',
  title: 'Every promise holds at the offered rate',
  level: 'MUST',
  course:
    'New actions and replays are sent at a fixed rate, whatever the answers take: by default 3,000 new ones and 600 replays at 200 a second.',
  holdsWhen:
    'There are as many records as actions and none is unaccounted for; p50, p95 and p99 of service time and of scheduling wait are reported apart, and do not decide.',
  risk: 'On the busiest day of the year work is done twice or not at all.',
  usualCause:
    'A lock, a pool or a cache that was never full before overflows, and what it protected runs unprotected.',
  remedy: 'Refuse what cannot be served (429 or 503 with a wait) before the key is touched.',
  sources: [
    'third essay, 8: 3,000 new requests and 600 replays at 200 a second',
    'public report B07: one invoice in fifteen doubled under load',
    'public report B51: protection that gives way under trouble',
  ],
  needs: ['observe', 'load-budget'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  invariants: [],
};
