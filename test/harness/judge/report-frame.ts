import type { ReportFrame } from '../../../src/harness/judge/build-report.js';
import { contractOf } from '../../support/history-builder.js';

/** What a report says beside its verdicts, where a test does not mind. */
export const frame: ReportFrame = {
  kit: { name: 'twiceshy', version: '0.0.0' },
  target: {
    name: 'x',
    version: null,
    address: 'http://127.0.0.1',
    mode: 'key',
    plane: 'msw',
    clock: 'virtual',
    flaw: null,
  },
  requirements: { set: 1, digest: '' },
  seed: 1,
  run: 'r',
  effort: 'standard',
  startedAt: '',
  durationMs: 0,
  complete: true,
  gone: null,
  cleanup: { attempted: 0, remaining: 0, note: '' },
  redactions: { secrets: 0, events: 0 },
  limits: [],
  environment: { node: '', platform: '' },
  exchanges: 0,
  contract: contractOf(),
  patterns: [],
  required: null,
  strict: false,
  known: null,
  evidence: [],
  historyOf: () => null,
  replayOf: () => '',
};
