import type { Command } from 'commander';
import { exitCodes } from '../../model/kit-error.js';
import type { Kit } from '../kit.js';
import { repeatable } from '../options.js';
import { actOnAction } from './act-on-action.js';
import { findAction } from './find-action.js';
import { outboxHelp, outboxOption } from './open-ledger.js';
import { shownAction } from './show-action.js';
import { signed, wordsFor, type Signature } from './signature.js';
import type { Within } from './within.js';

interface Named {
  readonly outbox: string;
}

interface Acting extends Named, Signature {
  readonly adapter: string;
  readonly iMayWriteTo?: readonly string[];
  readonly id?: string;
}

const actionArgument = ['<action>', 'its name, or its key'] as const;

/** Adds what an operator does: looks at one action, asks the receiver about it, and puts it back to pending. */
export function addOperatorCommands(outbox: Command, kit: Kit, within: Within): void {
  addShow(outbox, kit, within);
  const acting = (act: 'reconcile' | 'unblock' | 'withdraw', description: string): Command =>
    signed(
      outbox
        .command(act)
        .description(description)
        .argument(...actionArgument)
        .requiredOption(outboxOption, outboxHelp)
        .requiredOption('--adapter <file>', 'the adapter file of the receiver'),
    ).action(async (named: string, { outbox: place, iMayWriteTo = [], ...rest }: Acting) =>
      within({ outbox: place }, ({ store }) => actOnAction(kit, store, { ...rest, act, named, iMayWriteTo })),
    );
  acting(
    'reconcile',
    'asks the receiver about a pending, unknown or blocked action, and settles it by what is found',
  )
    .option('--id <id>', "the receiver's id of its record, where you know it", wordsFor('--id'))
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to ask', 'none'));
  acting('withdraw', 'gives up a pending or blocked action that cannot have had any effect');
  acting('unblock', 'puts a blocked action back to pending, with a fresh budget');
}

function addShow(outbox: Command, kit: Kit, within: Within): void {
  outbox
    .command('show')
    .description('one action with its approval, its attempts and what operators did, as JSON')
    .argument(...actionArgument)
    .requiredOption(outboxOption, outboxHelp)
    .option('--payload', 'with the body of its request')
    .action(async (named: string, options: Named & { readonly payload?: true }) =>
      within(options, async ({ store }) => {
        const { key } = await findAction(store, named);
        const dossier = await store.dossier(key);
        if (dossier === null) throw new Error('It was there just now.');
        kit.out(`${JSON.stringify(shownAction(dossier, options.payload === true), null, 2)}\n`);
        return exitCodes.conforms;
      }),
    );
}
