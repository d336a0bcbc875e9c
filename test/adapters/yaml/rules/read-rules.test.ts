import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRules } from '../../../../src/adapters/yaml/rules/read-rules.js';

const sound = `
rules:
  - name: one open refund per order line
    when: { /kind: refund }
    one: { per: [/order, /line] }
  - name: one final invoice per shipment
    one: { per: /shipment, while: ever }
  - name: two messages a day
    rate: { per: /customer, most: 2, within: 24h }
  - name: large amounts
    approver: { amount: /amount, above: 499.5 }
batch: { most: 50 }
`;

describe('a file of rules', () => {
  test('is read, in YAML or in JSON', () => {
    const rules = readRules(sound, 'rules.yaml');
    expect(rules).toEqual({
      mostInBatch: 50,
      rules: [
        {
          name: 'one open refund per order line',
          when: [{ at: '/kind', value: 'refund' }],
          demand: { kind: 'one', per: ['/order', '/line'], lasts: 'open' },
        },
        {
          name: 'one final invoice per shipment',
          when: [],
          demand: { kind: 'one', per: ['/shipment'], lasts: 'ever' },
        },
        {
          name: 'two messages a day',
          when: [],
          demand: { kind: 'rate', per: ['/customer'], most: 2, withinMs: 86_400_000 },
        },
        { name: 'large amounts', when: [], demand: { kind: 'approver', amount: '/amount', above: 499.5 } },
      ],
    });
    expect(readRules('{"batch": {"most": 3}}', 'rules.json')).toEqual({ rules: [], mostInBatch: 3 });
  });

  test('is what the page about it shows', () => {
    const page = new URL('../../../../docs/approving.md', import.meta.url);
    const [, text = ''] = /```yaml\n([^]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
    const { rules, mostInBatch } = readRules(text, 'rules.yaml');
    expect(rules.map(({ demand }) => demand.kind)).toEqual(['one', 'one', 'rate', 'approver']);
    expect(mostInBatch).toBe(50);
  });

  test.each([
    ['rules: [{ name: a }]', '1:9 rules/0', 'a rule that asks for nothing', 'one, rate or approver'],
    [
      'rules: [{ name: a, one: { per: /x }, rate: { per: /x, most: 1, within: 1h } }]',
      '1:44 rules/0/rate',
      'a rule with one and rate',
      'only one of them',
    ],
    ['rules: [{ name: a, one: { per: [] } }]', '1:32 rules/0/one/per', 'an empty list', 'JSON Pointer'],
    ['rules: [{ name: a, one: { per: order } }]', '1:32 rules/0/one/per', 'the text "order"', 'JSON Pointer'],
    [
      'rules:\n  - { name: a, one: { per: /x } }\n  - { name: a, one: { per: /y } }',
      '3:13 rules/1/name',
      'the name "a" again',
      'no other rule',
    ],
    [
      'rules: [{ name: a, when: { kind: x }, one: { per: /x } }]',
      '1:28 rules/0/when/kind',
      'the name "kind"',
      'Pointers',
    ],
    [
      'rules: [{ name: a, rate: { per: /x, most: 0, within: 1h } }]',
      '1:43 rules/0/rate/most',
      'the number 0',
      'from 1',
    ],
    [
      'rules: [{ name: a, rate: { per: /x, most: 1, within: 3600 } }]',
      '1:54 rules/0/rate/within',
      'the number 3600',
      'unit',
    ],
    ['rulez: []', '1:1 rulez', 'the unknown field "rulez"', 'rules'],
  ])('is refused where something is wrong, and the place is named: %s', (text, at, found, expected) => {
    expect(() => readRules(text, 'rules.yaml')).toThrow(
      expect.objectContaining({
        code: 'BAD_FILE',
        happened: expect.stringContaining(`rules.yaml:${at}: found ${found}`) as string,
        expected: expect.stringContaining(expected) as string,
      }),
    );
  });

  test('is no adapter file, where it has several problems', () => {
    expect(() => readRules('rulez: []\nbatchs: {}', 'rules.yaml')).toThrow(
      expect.objectContaining({ expected: 'a file of rules without problems' }),
    );
  });
});
