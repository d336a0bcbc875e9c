import { afterEach, describe, expect, test } from 'vitest';
import { openReceiver, receiverFlaws } from '../../reference-receiver/index.js';
import { handClock, openCaller, seededChance, turn } from './support.js';
import { probes } from './flaw-probes.js';
import { jobProbes } from './job-probes.js';
import { processProbes } from './process-probes.js';
import type { Caller } from './support.js';

const open: Caller[] = [];

function openWith(flaw?: string): Caller {
  const troubles: unknown[] = [];
  const caller = openCaller({
    ...(flaw === undefined ? {} : { flaw }),
    onTrouble: (error) => troubles.push(error),
  });
  open.push(caller);
  return caller;
}

afterEach(() => {
  for (const caller of open.splice(0)) caller.receiver.close();
});

const probed = receiverFlaws.flatMap(({ name, requirement, summary }) => {
  const probe = probes[name];
  return probe === undefined ? [] : [{ name, requirement, summary, probe }];
});

describe.each(probed)('the flaw $name ($requirement)', ({ name, summary, probe }) => {
  test(`shows: ${summary}`, async () => {
    expect(await probe.course(openWith(name))).toEqual(probe.flawed);
  });

  test('is not in the sound receiver', async () => {
    expect(await probe.course(openWith())).toEqual(probe.sound);
  });
});

test('every flaw has one probe, in process, in a process of its own or with jobs, and every probe belongs to a flaw', () => {
  const names = [...Object.keys(probes), ...Object.keys(processProbes), ...Object.keys(jobProbes)];
  expect(names.sort()).toEqual(receiverFlaws.map(({ name }) => name).sort());
});

test('flaw names are unique, and are the names of their files', () => {
  const names = receiverFlaws.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('an unknown flaw is an error that names the known ones', () => {
  const options = { file: ':memory:', clock: handClock(), chance: seededChance(), controls: false };
  expect(() => openReceiver({ ...options, flaw: 'no-such-flaw' })).toThrow(/answers-without-saving/);
});

test('a timer of a flaw ends with its receiver', async () => {
  const crm = openCaller({ flaw: 'effect-after-error' });
  await crm.create('k', { title: 'Call back', reference: 'm' });
  crm.receiver.close();
  await crm.clock.advance(1000);
  await turn();
});
