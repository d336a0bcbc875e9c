import type { PreparedRequest } from '../model/exchange.js';
import type { LentLine } from '../sender/worker/messages.js';
import type { WorkerProcesses } from '../sender/worker/worker-processes.js';
import type { Seen } from '../wire/proxy-line.js';
import type { ExchangeAbout, MadeExchange, TryRun } from './try-run.js';

/** An exchange that has begun, and that a worker's process makes. */
export interface LentToWorker {
  readonly line: LentLine;
  /** Resolves once its request is held on the way; never where it is not. */
  readonly held: Promise<void>;
  /** Ends it by what the process saw, or by null where it died; its end is in the history when this resolves. */
  end(seen: Seen | null): Promise<MadeExchange>;
}

/** Begins an exchange that a worker's process makes, and writes its beginning into the history. */
export async function lendToWorker(
  run: TryRun,
  { lend }: Pick<WorkerProcesses, 'lend'>,
  { request, about }: { readonly request: PreparedRequest; readonly about: ExchangeAbout },
): Promise<LentToWorker> {
  await run.target.pace.turn(run.signal);
  await run.beforeAsking(about.credential);
  const id = run.begin(request, about);
  const { timeoutMs } = run.policy;
  const addressed = run.address(request, about.credential, id);
  const { effects = [], connection: wanted = 'warm' } = about;
  const lent = await lend(addressed, { id, effects, timeoutMs, connection: wanted });
  const { port, connection, held } = lent;
  return {
    line: { id, port, connection, timeoutMs, request: addressed },
    held,
    async end(seen) {
      try {
        const made = run.end(id, about, await lent.end(seen));
        // What a dead worker had not sent met nobody, and says nothing of the target.
        if (seen !== null) await run.watch.afterExchanges([{ ...made, effects }]);
        return made;
      } finally {
        lent.giveBack();
      }
    },
  };
}
