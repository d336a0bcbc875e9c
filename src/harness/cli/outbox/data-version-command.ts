import type { Command } from 'commander';
import { exitCodes, KitError } from '../../model/kit-error.js';
import { fitsLedger } from '../../sender/store/fits-ledger.js';
import type { Kit } from '../kit.js';
import { outboxHelp, outboxOption } from './open-ledger.js';
import { signed, type Signature } from './signature.js';
import type { Within } from './within.js';

/** Adds `outbox data-version`: what was approved on another version of that object's data is sent no more. */
export function addDataVersion(outbox: Command, kit: Kit, within: Within): void {
  signed(
    outbox
      .command('data-version')
      .description('tells the latest version of an object; what was approved on another one is not sent')
      .argument('<object>', 'as approvals name it')
      .argument('<version>', 'as approvals spell it')
      .requiredOption(outboxOption, outboxHelp),
  ).action(async (object: string, version: string, options: Signature & { readonly outbox: string }) => {
    if (object === '' || version === '' || !fitsLedger(object + version)) throw unkept();
    await within(options, async ({ store }) => {
      const { who, why } = options;
      const before = await store.tellDataVersion({ object, version, who, why });
      const after = before === null || before === version ? '' : `, after ${JSON.stringify(before)}`;
      kit.out(`${JSON.stringify(object)} is at version ${JSON.stringify(version)}${after}\n`);
      return exitCodes.conforms;
    });
  });
}

function unkept(): KitError {
  return new KitError('BAD_USAGE', {
    happened: 'The object or its version is no text that can be kept.',
    expected: 'an object and a version, as approvals name them',
    next: 'take both from the approval: `twiceshy outbox show ACTION` prints them',
  });
}
