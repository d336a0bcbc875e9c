import type { Entry, Side, TimelineEvent } from '../model/report.js';
import type { Level, Verdict } from '../model/verdict.js';

/** How a thing is to be felt where colours are shown; never the only sign of it. */
export type Tone = 'good' | 'bad' | 'warn' | 'open' | 'quiet';

/** A word and a shape that say the same, readable without colour. */
export interface Sign {
  readonly word: string;
  readonly shape: string;
  readonly tone: Tone;
}

/** The sign of each verdict, whatever the level. */
export const verdictSigns: Record<Verdict, Sign> = {
  pass: { word: 'pass', shape: '✓', tone: 'good' },
  fail: { word: 'fail', shape: '✗', tone: 'bad' },
  inconclusive: { word: 'inconclusive', shape: '?', tone: 'open' },
  'not-exercised': { word: 'not exercised', shape: '○', tone: 'quiet' },
  blocked: { word: 'blocked', shape: '⊘', tone: 'quiet' },
  'kit-error': { word: 'kit error', shape: '■', tone: 'open' },
};

const failSigns: Record<Level, Sign> = {
  MUST: verdictSigns.fail,
  SHOULD: { word: 'fail (warning)', shape: '▲', tone: 'warn' },
  SURVEY: { word: 'fail (reported only)', shape: '◇', tone: 'quiet' },
};

/** The sign of an entry: a failed SHOULD warns and a failed SURVEY only reports. */
export function signOf(entry: Pick<Entry, 'verdict' | 'level'>): Sign {
  return entry.verdict === 'fail' ? failSigns[entry.level] : verdictSigns[entry.verdict];
}

/** The sign of each side of a requirement. */
export const sideSigns: Record<Side, Sign> = {
  holds: { word: 'holds', shape: '✓', tone: 'good' },
  broken: { word: 'broken', shape: '✗', tone: 'bad' },
  'not-judged': { word: 'not judged', shape: '–', tone: 'quiet' },
};

/** The sign of a marked event in a timeline; a plain one has none. */
export const markSigns: Record<TimelineEvent['mark'], Sign | null> = {
  plain: null,
  fault: { word: 'fault', shape: '◆', tone: 'warn' },
  contradiction: { word: 'contradiction', shape: '⊗', tone: 'bad' },
};
