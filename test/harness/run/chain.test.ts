import { describe, expect, it } from 'vitest';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { genesis, readChain, sealEvent } from '../../../src/harness/run/chain.js';
import { historyOpened, sealed } from '../../support/history-builder.js';

const events = sealed([historyOpened(), { type: 'time-passed', ms: 5, why: 'wait' }]);
const lines = events.map((event) => JSON.stringify(event));
const whole = `${lines.join('\n')}\n`;

function mistakeOf(text: string): KitError {
  try {
    readChain(text, 'history.ndjson');
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
  throw new Error('The history was read without complaint.');
}

describe('the chain of a history', () => {
  it('reads back what was written', () => {
    expect(readChain(whole, 'history.ndjson')).toEqual(events);
  });

  it('gives every event another digest for another predecessor, place or time', () => {
    const body = { type: 'time-passed', ms: 5, why: 'wait' } as const;
    const place = { seq: 0, at: 1, previous: genesis };
    const digests = [place, { ...place, seq: 1 }, { ...place, at: 2 }, { ...place, previous: 'x' }].map(
      (each) => sealEvent(body, each).event.digest,
    );
    expect(new Set(digests).size).toBe(4);
  });

  it.each([
    ['a changed value', whole.replace('"ms":5', '"ms":6'), 'line 2'],
    ['a line that is missing', `${[lines[0], lines[2]].join('\n')}\n`, 'line 2'],
    ['lines that changed places', `${[lines[1], lines[0], lines[2]].join('\n')}\n`, 'line 1'],
    ['a member in another place', whole.replace('"ms":5,"why":"wait"', '"why":"wait","ms":5'), 'line 2'],
    ['blanks that were put in', whole.replace('"ms":5', '"ms": 5'), 'line 2'],
    ['a line that is no JSON', `${whole}{\n`, 'line 4'],
    ['an end that is missing', `${lines.slice(0, 2).join('\n')}\n`, 'cut off'],
    ['a last line that does not end', lines.join('\n'), 'does not end'],
    ['nothing at all', '', 'does not end'],
  ])('says where the file stops being what was written: %s', (_, text, where) => {
    const mistake = mistakeOf(text);
    expect(mistake.code).toBe('HISTORY_BROKEN');
    expect(mistake.happened).toMatch(new RegExp(where === 'does not end' ? 'does not end|cut off' : where));
    expect(mistake.next).not.toBe('');
  });

  it('does not take an event of a later place for its own even where the chain holds', () => {
    const moved = sealEvent({ type: 'history-closed', events: 0 }, { seq: 3, at: 0, previous: genesis });
    expect(mistakeOf(`${moved.line}\n`).happened).toContain('event 3 stands where 0 belongs');
  });
});
