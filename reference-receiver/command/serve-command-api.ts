import { serveHandler, type ServedReceiver } from '../server.js';
import { openCommandApi, type CommandApiOptions } from './command-api.js';

/** Where to serve; port 0 takes any free one. */
export interface ServeCommandApiOptions extends CommandApiOptions {
  readonly host: string;
  readonly port: number;
  /** False for one that only accepts, and leaves the deliveries to others on the same database; true unless given. */
  readonly relays?: boolean;
}

/**
 * Serves a command API and the ERP behind it over HTTP/1.1, and relays from one to the other over a socket, listening once
 * resolved. Rejects when the address is taken or the database is no good.
 */
export async function serveCommandApi(options: ServeCommandApiOptions): Promise<ServedReceiver> {
  const api = await openCommandApi(options);
  const served = await serveHandler(api, options);
  if (options.relays === false) return served;
  const endRelay = api.relayTo(served.url, fetch);
  return {
    url: served.url,
    // The relay first: what it delivers needs somebody to deliver it to.
    close: async () => {
      await endRelay();
      await served.close();
    },
  };
}
