// One test for each requirement, among a team's other tests: `npx vitest run`.
import { conformance } from 'twiceshy/vitest';

conformance(new URL('adapter.yaml', import.meta.url), {
  only: ['acceptance/creates-and-names-record', 'replay', 'lost-reply/timeout', 'conflict/refused'],
  environment: { TASKS_FORGETS: process.env['TASKS_FORGETS'] ?? '0' },
});
