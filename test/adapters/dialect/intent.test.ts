import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../../src/adapters/vendors/index.js';
import { readSections } from '../../../src/adapters/yaml/grammar/read-sections.js';
import { observedFile } from '../../../src/adapters/yaml/writing/observed-file.js';
import { contractTable } from '../../../src/harness/judge/contract-table.js';
import type { Judged } from '../../../src/harness/judge/judge-history.js';
import { observedContract } from '../../../src/harness/judge/observed-contract.js';
import { sampleReport } from '../../support/report-builder.js';
import { tryVendor } from '../../support/vendor-trial.js';

const orders = readFileSync(new URL('../yaml/fixtures/orders-by-intent.yaml', import.meta.url), 'utf8');
const about = [
  'acceptance/creates-and-names-record',
  'replay/same-record',
  'conflict/same-intent',
  'conflict/intent-differs',
];

/** The file with other claims about intents. */
function claiming(repeat: string, differs: string): string {
  return orders.replace('repeat: same_record, differs: reject', `repeat: ${repeat}, differs: ${differs}`);
}

function vendorOf(text: string): Vendor {
  return { name: 'orders-by-intent', text: () => text };
}

/** A receiver that keeps `does`, put on trial as `said`. */
function onTrial(does: string, said = does, only: readonly string[] = about): ReturnType<typeof tryVendor> {
  return tryVendor(vendorOf(does), { only, text: said });
}

function verdicts(judged: readonly Judged[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    judged
      .filter(({ scenario }) => scenario.id.includes('intent'))
      .map(({ scenario, level, verdict }) => [scenario.id, `${level} ${verdict}`]),
  );
}

function linesOf({ contract, judged }: Awaited<ReturnType<typeof tryVendor>>): readonly string[] {
  return contractTable(contract, judged)
    .filter(({ claim }) => claim.startsWith('intent: '))
    .map(({ declared, observed, agrees }) => `${declared}, ${observed}: ${agrees}`);
}

it('a receiver with both boundaries holds all that its file claims, and is retry-safe', async () => {
  const trial = await onTrial(orders, orders, []);
  const broken = trial.judged.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-exercised');
  expect(broken.map(({ scenario, verdict, why }) => [scenario.id, verdict, why])).toEqual([]);
  expect(trial.grade.reached).toBe('retry-safe');
  const lines = contractTable(trial.contract, trial.judged);
  expect(lines.filter(({ agrees }) => agrees === 'differs')).toEqual([]);
  // That keys are told apart is shown by actions of one content: each carries an intent of its own.
  expect(verdicts(trial.judged)).toEqual({
    'conflict/same-intent': 'MUST pass',
    'conflict/intent-differs': 'MUST pass',
  });
}, 60_000);

describe('a receiver does with a taken intent what its file claims', () => {
  const claims = ['same_record', 'reject'].flatMap((repeat) =>
    ['reject', 'same_record', 'update'].map((differs) => [repeat, differs] as const),
  );
  it.each(claims)('repeat: %s, differs: %s', async (repeat, differs) => {
    const trial = await onTrial(claiming(repeat, differs));
    expect(linesOf(trial)).toEqual([`${repeat}, ${repeat}: agrees`, `${differs}, ${differs}: agrees`]);
    expect(verdicts(trial.judged)).toEqual({
      'conflict/same-intent': 'MUST pass',
      'conflict/intent-differs': 'MUST pass',
    });
  });
});

it.each([
  ['same_record', 'reject', 'reject', 'same_record'],
  ['reject', 'update', 'same_record', 'reject'],
  ['same_record', 'same_record', 'same_record', 'update'],
])(
  'one that does %s and %s is found out by a file that says %s and %s',
  async (repeat, differs, saidOfRepeat, saidOfDiffers) => {
    const trial = await onTrial(claiming(repeat, differs), claiming(saidOfRepeat, saidOfDiffers));
    const agrees = (does: string, said: string): string => (does === said ? 'agrees' : 'differs');
    expect(linesOf(trial)).toEqual([
      `${saidOfRepeat}, ${repeat}: ${agrees(repeat, saidOfRepeat)}`,
      `${saidOfDiffers}, ${differs}: ${agrees(differs, saidOfDiffers)}`,
    ]);
    expect(verdicts(trial.judged)).toEqual({
      'conflict/same-intent': repeat === saidOfRepeat ? 'MUST pass' : 'MUST fail',
      'conflict/intent-differs': 'MUST fail',
    });
  },
);

it('one without the second boundary is found out', async () => {
  const trial = await onTrial(orders.replace(/\nintent: .*\n/, '\n'), orders);
  expect(verdicts(trial.judged)).toEqual({
    'conflict/same-intent': 'MUST fail',
    'conflict/intent-differs': 'MUST fail',
  });
  expect(linesOf(trial)).toEqual([
    'same_record, a record of its own: differs',
    'reject, a record of its own: differs',
  ]);
});

it('every flaw of the second boundary is found out where every action carries an intent, too', async () => {
  const broken = async (flaw: string): Promise<readonly string[]> => {
    const { judged } = await tryVendor(vendorOf(orders), { only: about, flaw });
    return judged.filter(({ verdict }) => verdict === 'fail').map(({ scenario }) => scenario.id);
  };
  const both = ['conflict/same-intent', 'conflict/intent-differs'];
  expect(await broken('intent-ignored')).toEqual(both);
  expect(await broken('intent-checked-ahead')).toEqual(both);
  expect(await broken('intent-clash-replayed')).toEqual(['conflict/intent-differs']);
  expect(await broken('intent-clash-overwrites')).toEqual(['conflict/intent-differs']);
});

it('where nothing is claimed of the answers, one record is due all the same, as a survey', async () => {
  const trial = await onTrial(claiming('undocumented', 'undocumented'));
  expect(verdicts(trial.judged)).toEqual({
    'conflict/same-intent': 'SURVEY pass',
    'conflict/intent-differs': 'SURVEY pass',
  });
});

it('a key in the body is no part of the content that an intent is compared by', async () => {
  const inBody = orders.replace(/^key: .*$/m, 'key: { in: body, pointer: /request_id, max: 64 }');
  expect(linesOf(await onTrial(inBody))).toEqual([
    'same_record, same_record: agrees',
    'reject, reject: agrees',
  ]);
});

it('infer writes what was observed of an intent where the file names its field', async () => {
  const silent = claiming('undocumented', 'undocumented');
  const trial = await onTrial(claiming('reject', 'update'), silent);
  const report = { ...sampleReport(), target: { name: trial.contract.name } };
  const seen = observedContract({ ...report, contract: contractTable(trial.contract, trial.judged) });
  const written = observedFile(silent, 'orders.yaml', seen);
  expect(readSections(written, 'orders.yaml').intent).toEqual({
    field: '/business_intent_id',
    repeat: 'reject',
    differs: 'update',
  });
  expect(written).toContain('# repeat (in intent): reject: ');

  const unseen = observedContract({ ...report, contract: contractTable(trial.contract, []) });
  expect(readSections(observedFile(orders, 'orders.yaml', unseen), 'orders.yaml').intent).toMatchObject({
    repeat: 'undocumented',
    differs: 'undocumented',
  });
});
