import { describe, expect, test } from 'vitest';
import { timelineLines } from '../../../src/harness/report/timeline-lines.js';
import { drawnTimeline, mostDrawn } from '../../../src/harness/report/timeline.js';
import { sampleEvent, sampleFinding } from '../../support/report-builder.js';

describe('the drawn timeline', () => {
  const long = sampleFinding({
    timeline: Array.from({ length: 40 }, (_, seq) =>
      sampleEvent({ seq, mark: seq === 38 ? 'contradiction' : seq === 30 ? 'fault' : 'plain' }),
    ),
    events: [20, 38],
    folded: 5,
  });

  test('holds a short timeline whole', () => {
    const finding = sampleFinding();
    expect(drawnTimeline(finding)).toEqual({ events: finding.timeline, folded: finding.folded });
  });

  test('keeps the contradiction, the fault and the events that the finding names', () => {
    const { events } = drawnTimeline(long);
    expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 30, 38]);
    expect(events).toHaveLength(mostDrawn);
  });

  test('says how many events it leaves out', () => {
    expect(drawnTimeline(long).folded).toBe(33);
    expect(timelineLines(long).at(-1)).toBe('33 more events folded');
  });

  test('marks the fault and the contradiction by shape and word', () => {
    const lines = timelineLines(sampleFinding()).join('\n');
    expect(lines).toContain('wire → sender        ◆ fault: reply held');
    expect(lines).toContain('⊗ contradiction: 201 Created, id 8802');
  });
});
