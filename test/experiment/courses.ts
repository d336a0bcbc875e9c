/** Every course of the experiment by its name, in order: the published ones, and those that go beyond them. */
export const courses = {
  scenarios: [
    'new receipt',
    'replay',
    'another key, the same intent',
    'conflict',
    'rollback, then the same key',
    'answer lost: 200 ms after the commit against a limit of 50 ms, then the same key',
    'one key twenty times at once',
  ],
  beyond: [
    'receiver and relay killed 4 times (SIGKILL)',
    'three relays, one of them killed, its leases taken over',
    '20 orders of 5 versions, delivered out of order and twice, the newest contradicted',
    '40 orders, changes approved on a version that is no longer theirs',
    'a relay stopped (SIGSTOP) with 20 events for longer than its lease, which another took over',
  ],
} as const;
