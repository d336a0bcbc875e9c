import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/kit-error.js';
import type { StoredRow } from '../sender/stored-row.js';
import type { Kit } from './kit.js';
import { addApprove } from './outbox/approve-command.js';
import { addDataVersion } from './outbox/data-version-command.js';
import { addKillSwitch, pauseLine } from './outbox/kill-switch.js';
import { addOperatorCommands } from './outbox/operator-commands.js';
import { openLedger, outboxHelp, outboxOption } from './outbox/open-ledger.js';
import { outboxStatus, stateCounts } from './outbox/outbox-status.js';
import type { Within } from './outbox/within.js';

interface Named {
  readonly outbox: string;
}

/** Adds `twiceshy outbox`: puts approved actions into an outbox, and says what is in it. */
export function addOutbox(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  const outbox = program.command('outbox').description('what is in an outbox, and how it gets there');
  const within: Within = async (named, act) => {
    const ledger = await openLedger(kit, named.outbox);
    try {
      end(await act(ledger));
    } finally {
      await ledger.store.close();
    }
  };
  addOperatorCommands(outbox, kit, within);
  addKillSwitch(outbox, kit, within);
  addDataVersion(outbox, kit, within);
  addApprove(outbox, kit, within);
  outbox
    .command('status')
    .description('how many actions are in each state, and with --json how sending went')
    .requiredOption(outboxOption, outboxHelp)
    .option('--json', 'as JSON')
    .action(async (options: Named & { readonly json?: true }) =>
      within(options, async ({ store }) => {
        const figures = await store.figures();
        const lines = Object.entries(stateCounts(figures)).map(
          ([state, count]) => `${state.padEnd(10)} ${String(count)}\n`,
        );
        const pause = await store.pause();
        if (pause !== null) lines.push(pauseLine(pause));
        kit.out(options.json === true ? `${JSON.stringify(outboxStatus(figures))}\n` : lines.join(''));
        return exitCodes.conforms;
      }),
    );
  outbox
    .command('list')
    .description('the actions, as one JSON object in each line; no payload is shown')
    .requiredOption(outboxOption, outboxHelp)
    .action(async (options: Named) =>
      within(options, async ({ store }) => {
        for (const row of await store.rows()) kit.out(`${JSON.stringify(shownRow(row))}\n`);
        return exitCodes.conforms;
      }),
    );
}

function shownRow({ action, key, state, attempts, remoteId, nextAt, reason }: StoredRow) {
  const time = nextAt === null ? null : new Date(nextAt).toISOString();
  return { action, key, state, attempts, remoteId, nextAt: time, reason };
}
