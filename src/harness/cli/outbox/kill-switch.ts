import type { Command } from 'commander';
import { exitCodes } from '../../model/kit-error.js';
import type { Pause } from '../../sender/store/sender-store.js';
import type { Kit } from '../kit.js';
import { outboxHelp, outboxOption } from './open-ledger.js';
import { signed, type Signature } from './signature.js';
import type { Within } from './within.js';

/** Adds `outbox pause` and `outbox resume`: the kill switch of all sends. */
export function addKillSwitch(outbox: Command, kit: Kit, within: Within): void {
  const turning = (act: 'pause' | 'resume', description: string, said: string): Command =>
    signed(outbox.command(act).description(description).requiredOption(outboxOption, outboxHelp)).action(
      async (options: Signature & { readonly outbox: string }) =>
        within(options, async ({ store }) => {
          const { who, why } = options;
          const done = await store.switchSends({ act, who, why });
          kit.out(done ? said : `sends were ${act}d already\n`);
          return exitCodes.conforms;
        }),
    );
  turning(
    'pause',
    'stops all sends, whichever worker makes them; reconciling goes on',
    'sends are paused; a request that is under way ends by itself\n',
  );
  turning('resume', 'lets sends go on', 'sends go on\n');
}

/** One line that says by whom and what for sends are paused. */
export function pauseLine({ since, who, why }: Pause): string {
  return `sends are paused since ${new Date(since).toISOString()} by ${who}: ${why}\n`;
}
