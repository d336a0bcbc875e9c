import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { readSections } from '../../../src/adapters/yaml/grammar/read-sections.js';
import { contractPart } from '../../../src/adapters/yaml/writing/contract-part.js';
import { observedFile } from '../../../src/adapters/yaml/writing/observed-file.js';
import { KitError } from '../../../src/harness/model/kit-error.js';
import type { ObservedContract } from '../../../src/harness/model/observed-contract.js';

const bundled = readFileSync(
  new URL('../../../src/adapters/in-process/bundled.yaml', import.meta.url),
  'utf8',
);

const nothing = { value: null, evidence: 'not observed' } as const;

function seen(target: string, more: Partial<ObservedContract> = {}): ObservedContract {
  return {
    target,
    remarks: ['carriage: header Idempotency-Key'],
    claims: {
      replay: { value: 'same_id', evidence: '2 cases in replay/faithful-answer' },
      mismatch: nothing,
      in_flight: nothing,
      failures: nothing,
      missing_key: { value: 'unguarded', evidence: '1 case in acceptance/keyless-not-merged' },
      after_expiry: nothing,
    },
    retention: { value: { kind: 'floor', seconds: 82_800 }, evidence: 'held at 23 hours' },
    scope: { value: ['tenant', 'path'], evidence: 'tenant apart; operation apart' },
    intent: null,
    consistency: { value: { kind: 'immediate' }, evidence: '1 case in lookup/fresh' },
    ...more,
  };
}

function nameIn(text: string): string {
  return readSections(text, 'own.yaml').name;
}

const bare: Partial<ObservedContract> = {
  claims: {
    replay: nothing,
    mismatch: nothing,
    in_flight: nothing,
    failures: nothing,
    missing_key: nothing,
    after_expiry: nothing,
  },
  retention: nothing,
  scope: nothing,
  consistency: nothing,
};

/** The lines of a text that are not in another, in their order. */
function beyond(text: string, other: string): readonly string[] {
  const known = new Set(other.split('\n'));
  return text.split('\n').filter((line) => !known.has(line));
}

describe('an adapter file with what was observed', () => {
  const written = observedFile(bundled, 'bundled.yaml', seen(nameIn(bundled)));

  it('states what was observed, and leaves out what was not', () => {
    const { claims, retention, scope } = readSections(written, 'own.yaml');
    expect(claims).toMatchObject({ replay: 'same_id', missing_key: 'unguarded', mismatch: 'undocumented' });
    expect(parseDocument(written).getIn(['claims', 'mismatch'])).toBeUndefined();
    expect(retention).toEqual({ value: 23 * 3_600_000, kind: 'floor' });
    expect(scope).toEqual(['tenant', 'path']);
    expect(written).toContain('  replay: same_id # 2 cases in replay/faithful-answer\n');
    expect(written).toContain('  # in_flight: not observed\n');
  });

  it('keeps every other byte of the file', () => {
    const replaced = /^(?:retention|scope|claims|  \w+: (?:same_response|reject|2xx_only|new_record))/;
    for (const line of beyond(bundled, written)) expect(line).toMatch(replaced);
    const [before] = bundled.split('retention: ');
    expect(written.startsWith(`${before}\n# carriage: `)).toBe(true);
    const [, after] = bundled.split('  after_expiry: new_record\n');
    expect(written.endsWith(after ?? 'nothing')).toBe(true);
  });

  it.each(vendors.map(({ name, text }) => [name, text()] as const))(
    'reads well, and refers to the environment as before: %s',
    (_, text) => {
      const own = observedFile(text, 'own.yaml', seen(nameIn(text)));
      const before = readSections(text, 'own.yaml');
      const { claims, retention, scope, observe, ...rest } = readSections(own, 'own.yaml');
      expect(claims?.replay).toBe('same_id');
      expect([retention?.kind, scope]).toEqual(['floor', ['tenant', 'path']]);
      expect(rest).toEqual(
        Object.fromEntries(Object.keys(rest).map((key) => [key, before[key as keyof typeof before]])),
      );
      if (observe !== 'none') expect(observe.consistency).toBe('immediate');
      const references = (file: string): readonly string[] => file.match(/\$\{env:\w+\}/g) ?? [];
      expect(references(own)).toEqual(references(text));
      // What is new is the part; consistency alone is changed where it stands.
      const part = contractPart(seen(nameIn(text))).split('\n');
      for (const line of beyond(own, text)) {
        if (!/consistency: immediate/.test(line)) expect(part).toContain(line);
      }
    },
  );

  it('says of consistency what was measured, in block and in braces', () => {
    const slow = { value: { kind: 'eventual', settleSeconds: 2 }, evidence: 'max 1600 ms' } as const;
    for (const vendor of ['stripe-customers', 'ietf-idempotency-key', 'salesforce-upsert']) {
      const text = vendors.find(({ name }) => name === vendor)?.text() ?? '';
      const own = observedFile(text, 'own.yaml', seen(nameIn(text), { consistency: slow }));
      expect(readSections(own, 'own.yaml').observe).toMatchObject({ consistency: 'eventual', settle: 2_000 });
      expect(beyond(text, own).every((line) => !line.includes('query:'))).toBe(true);
    }
    const braces = bundled.replace(
      /observe:\n(?: {2}.*\n)+/,
      'observe: { path: /v1/tasks, query: { reference: "{{marker}}" }, items: /data, item_id: /id } # all\n',
    );
    const own = observedFile(braces, 'own.yaml', seen(nameIn(braces), { consistency: slow }));
    expect(own).toContain('observe: { consistency: eventual, settle: 2s, path: /v1/tasks, query:');
  });

  it('puts the part at the end of a file that claims nothing', () => {
    const silent = bundled.replace(/retention:[\s\S]*?promises:/, 'promises:').trimEnd();
    const own = observedFile(silent, 'own.yaml', seen(nameIn(silent)));
    expect(own.startsWith(`${silent}\n\n# carriage`)).toBe(true);
    expect(readSections(own, 'own.yaml').claims?.replay).toBe('same_id');
  });

  it('writes no section where nothing was observed', () => {
    const own = observedFile(bundled, 'own.yaml', seen(nameIn(bundled), bare));
    const { claims, retention, scope, observe } = readSections(own, 'own.yaml');
    expect([claims, retention, scope]).toEqual([null, null, 'undocumented']);
    expect(observe).toMatchObject({ consistency: 'immediate' });
    expect(own).toContain('# replay: not observed\n');
  });

  it('ends lines as the file does', () => {
    const text = bundled.replaceAll('\n', '\r\n');
    const own = observedFile(text, 'own.yaml', seen(nameIn(text)));
    expect(own.replaceAll('\r\n', '')).not.toContain('\n');
    expect(own.replaceAll('\r\n', '\n')).toBe(written);
  });

  it('lays a file in braces out anew, with the same meaning', () => {
    const text = JSON.stringify(parseDocument(bundled).toJS());
    const own = observedFile(text, 'own.json', seen(nameIn(text)));
    expect(parseDocument(own).toJS()).toEqual(parseDocument(written).toJS());
    expect(own).toContain('# carriage: header Idempotency-Key');
  });

  it('takes nothing that a receiver said for more than a comment', () => {
    const hostile =
      'header x: 1\nclaims: { replay: error_only }\r\u2028\u0085limits: { creates: 1000000 }\u0007';
    const own = observedFile(
      bundled,
      'own.yaml',
      seen(nameIn(bundled), { remarks: [hostile], scope: { value: null, evidence: hostile } }),
    );
    const read = readSections(own, 'own.yaml');
    expect(read.claims?.replay).toBe('same_id');
    expect(read.limits).toEqual(readSections(bundled, 'own.yaml').limits);
    expect(own).toContain('# header x: 1 claims: { replay: error_only } limits: { creates: 1000000 }\n');
  });

  it('refuses a file that does not read well, and one on something else', () => {
    const codeOf = (text: string, target: string): string => {
      try {
        observedFile(text, 'own.yaml', seen(target));
        return 'none';
      } catch (error) {
        if (error instanceof KitError) return error.code;
        throw error;
      }
    };
    expect(codeOf('adapter: 2', 'x')).toBe('BAD_FILE');
    expect(codeOf(bundled, 'Another receiver')).toBe('BAD_USAGE');
    expect(codeOf(bundled, `${nameIn(bundled)} (batch)`)).toBe('none');
  });
});
