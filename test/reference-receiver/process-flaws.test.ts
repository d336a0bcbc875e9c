import { afterEach, describe, expect, test } from 'vitest';
import { receiverFlaws } from '../../reference-receiver/index.js';
import { soaking } from '../support/soaking.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { processProbes } from './process-probes.js';
import { startProcess } from './process-support.js';
import type { ProcessCaller } from './process-support.js';

const running: ProcessCaller[] = [];

afterEach(async () => {
  for (const { child } of running.splice(0)) await child.stop();
});

async function start(flaw?: string): Promise<ProcessCaller> {
  const crm = await startProcess(temporaryFolder(), flaw === undefined ? {} : { flaw });
  running.push(crm);
  return crm;
}

/** Flaws that show whenever the process is started again, however long anything takes. */
const certain = ['keys-in-memory', 'fingerprint-in-memory', 'window-counted-from-restart'];

const probed = receiverFlaws.flatMap(({ name, requirement, summary }) => {
  const probe = processProbes[name];
  return probe === undefined || !(soaking || certain.includes(name))
    ? []
    : [{ name, requirement, summary, probe }];
});

describe.each(probed)('the flaw $name ($requirement), in a process', ({ name, summary, probe }) => {
  test(`shows: ${summary}`, async () => {
    expect(await probe.course(await start(name))).toEqual(probe.flawed);
  });

  test('is not in the sound receiver', async () => {
    expect(await probe.course(await start())).toEqual(probe.sound);
  });
});
