import { unresolvable } from '../command-store.js';
import type { CommandStore, Resolution, Resolved } from '../command-store.js';
import type { CommandStatements } from './command-statements.js';
import type { SqlitePlace } from './place.js';

interface Parts extends Pick<SqlitePlace, 'atomically' | 'now'> {
  readonly sql: CommandStatements;
}

/** What operators decided of orders in a file. */
export function openResolutions(parts: Parts): Pick<CommandStore, 'resolve' | 'resolutions'> {
  return {
    resolve: async (resolution) => parts.atomically(() => resolved(parts, resolution)),
    resolutions: async (tenant, orderId) => parts.sql.resolutions.all({ tenant, orderId }),
  };
}

function resolved({ sql, now }: Parts, resolution: Resolution): Resolved {
  const { id, tenant, orderId, decision, who, why } = resolution;
  const search = { tenant, value: orderId, after: 0, limit: 1 };
  const order = sql.orderBy.id.get(search);
  const refused = unresolvable(order, resolution);
  if (order === undefined || refused !== undefined) return refused ?? { kind: 'absent' };
  const { version } = order;
  const externalReference = decision.kind === 'held' ? decision.externalReference : null;
  const at = now();
  sql.keepResolution.run({ id, orderId, version, decision: decision.kind, externalReference, who, why, at });
  if (decision.kind === 'held') {
    sql.endByHand.run({ orderId, version });
    sql.stand.run({ id: orderId, version, state: 'CONFIRMED', confirmed: version, externalReference });
  } else {
    sql.tellAgain.run({ orderId, version, at });
    sql.stillToDeliver.run(orderId);
  }
  return { kind: 'resolved', order: sql.orderBy.id.get(search) ?? order };
}
