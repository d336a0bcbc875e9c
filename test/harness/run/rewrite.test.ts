import { describe, expect, it } from 'vitest';
import { rewrites } from '../../../src/harness/model/step.js';
import { rewriteBody } from '../../../src/harness/run/rewrite.js';

const body = JSON.stringify({
  title: 'A "quoted" title, ünïcode, 🚢, \\ and \n',
  amount: 1,
  part: 0.1,
  big: 9_007_199_254_740_991,
  huge: 1e21,
  list: [1, 'two', null, true, { b: 1, a: -0.5 }],
  nested: { z: 1, a: { y: '', x: [] } },
});

describe('another spelling of a body', () => {
  it.each(rewrites)('says the same and is not the same text: %s', (how) => {
    const spelled = rewriteBody(body, how);
    expect(spelled).not.toBe(body);
    expect(JSON.parse(spelled)).toEqual(JSON.parse(body));
  });

  it('keeps the order of lists, and turns that of members', () => {
    expect(rewriteBody('{"a":[1,2],"b":3}', 'reorder-members')).toBe('{"b":3,"a":[1,2]}');
  });

  it.each(rewrites)('leaves what is no JSON as it is: %s', (how) => {
    expect(rewriteBody('title=one&amount=2', how)).toBe('title=one&amount=2');
  });
});
