import { describe, expect, it } from 'vitest';
import { keySpace } from '../../../src/harness/plan/key-space.js';
import { contractOf } from '../../support/history-builder.js';

const place = { run: 'r1', scenario: 'replay/same-record', try: 'three times' };

function space(make = 'uuid4', at = place) {
  const { key } = contractOf();
  return keySpace({ key: { ...key, make } }, at);
}

describe('keys and markers', () => {
  it('are the same for the same run, scenario, try and label, and otherwise never', () => {
    const others = [
      { ...place, run: 'r2' },
      { ...place, scenario: 'replay/many-uses' },
      { ...place, try: 'two times' },
    ];
    const keys = [place, ...others].map((at) => space('uuid4', at).key('task'));
    expect(new Set([...keys, space().key('other task')]).size).toBe(5);
    expect(space().key('task')).toBe(keys[0]);
  });

  it.each([
    ['uuid4', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
    ['uuid5', /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
    ['uuid4-hex', /^[\da-f]{12}4[\da-f]{19}$/],
    ['ulid', /^0[0-9A-HJKMNP-TV-Z]{25}$/],
    ['crm-{{n}}-x', /^crm-[a-z][a-z\d]{15}-x$/],
  ])('are made as the contract asks: %s', (make, pattern) => {
    for (let index = 0; index < 50; index += 1) expect(space(make).key(`task ${index}`)).toMatch(pattern);
  });

  it('tell no key by its marker, and begin no marker with another', () => {
    const markers = Array.from({ length: 200 }, (_, index) => space().marker(`task ${index}`));
    expect(new Set(markers).size).toBe(200);
    expect(new Set(markers.map(({ length }) => length)).size).toBe(1);
    expect(markers.every((marker) => /^tw-[a-z][a-z\d]{15}$/.test(marker))).toBe(true);
    expect(space('k-{{n}}').key('task').slice(2)).not.toBe(space().marker('task').slice(3));
  });

  it('do not run together where one label ends and another begins', () => {
    const one = keySpace(contractOf(), { run: 'a', scenario: 'bc', try: '' }).fresh('x');
    const other = keySpace(contractOf(), { run: 'ab', scenario: 'c', try: '' }).fresh('x');
    expect(one).not.toBe(other);
  });
});
