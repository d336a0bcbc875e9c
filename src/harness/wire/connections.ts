import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** More would queue: a bound on what one plane holds open towards one origin. */
const mostConnections = 64;

/** What an exchange travels over. */
export interface Connection {
  /** Tells a connection of its own from the shared ones. */
  readonly id: string;
  readonly fresh: boolean;
  /** Where the request goes out; made when first asked for, since a receiver in process needs none. */
  dispatcher(): Dispatcher;
  /** Ends a connection that was only for this exchange. */
  release(): Promise<void>;
}

/** The connections of one plane: shared ones that are kept alive, and one of its own for whoever asks. */
export interface Connections {
  take(kind: 'warm' | 'fresh'): Connection;
  close(): Promise<void>;
}

/**
 * Opens nothing yet; a dispatcher handed in serves the warm exchanges and stays its owner's to close. A connector
 * handed in says where connections go.
 */
export function openConnections(
  shared: Dispatcher | undefined,
  connector?: buildConnector.connector,
): Connections {
  const open = new Set<Dispatcher>();
  let freshTaken = 0;
  const openAgent = (connections: number): Dispatcher => {
    // The exchange's own time limit is always armed, so undici's are off but the one of connecting.
    const agent = new Agent({
      connections,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(connector ? { connect: connector } : {}),
    });
    open.add(agent);
    return agent;
  };
  const destroy = async (agent: Dispatcher): Promise<void> => {
    open.delete(agent);
    await agent.destroy();
  };

  let kept = shared;
  const takeWarm = (): Connection => {
    let used = false;
    return {
      id: 'warm',
      fresh: false,
      dispatcher() {
        used = true;
        return (kept ??= openAgent(mostConnections));
      },
      // undici lends a connection again after a turn of the event loop, and until then opens another.
      release: async () => (used ? nextTurn() : undefined),
    };
  };
  const takeFresh = (): Connection => {
    let own: Dispatcher | undefined;
    freshTaken += 1;
    return {
      id: `fresh-${freshTaken}`,
      fresh: true,
      dispatcher: () => (own ??= openAgent(1)),
      release: async () => (own ? destroy(own) : undefined),
    };
  };

  return {
    take: (kind) => (kind === 'warm' ? takeWarm() : takeFresh()),
    async close() {
      kept = shared;
      await Promise.all([...open].map(destroy));
    },
  };
}
