import type { Order } from '../../order.js';
import { unresolvable } from '../command-store.js';
import type { CommandStore, KeptResolution, Placed, Resolution, Resolved } from '../command-store.js';
import { accepting, relaying, resolving } from './command-statements.js';
import type { Ask } from './database.js';
import type { PostgresPlace } from './place.js';

/** What operators decided of orders in PostgreSQL. */
export function openResolutions(place: PostgresPlace): Pick<CommandStore, 'resolve' | 'resolutions'> {
  const { database } = place;
  return {
    resolve: (resolution) => database.atomically((ask) => resolved(place, ask, resolution)),
    resolutions: (tenant, orderId) => database.ask<KeptResolution>(resolving.kept, [tenant, orderId]),
  };
}

async function resolved({ movedMs }: PostgresPlace, ask: Ask, resolution: Resolution): Promise<Resolved> {
  const { id, tenant, orderId, decision, who, why } = resolution;
  const [order] = await ask<Placed<Order>>(accepting.lockOrder, [tenant, orderId]);
  const refused = unresolvable(order, resolution);
  if (order === undefined || refused !== undefined) return refused ?? { kind: 'absent' };
  const { version } = order;
  const reference = decision.kind === 'held' ? decision.externalReference : null;
  await ask(resolving.keep, [movedMs(), id, orderId, version, decision.kind, reference, who, why]);
  if (decision.kind === 'held') {
    await ask(resolving.endByHand, [orderId, version]);
    await ask(relaying.stand, [orderId, reference, version, version, 'CONFIRMED']);
  } else {
    await ask(resolving.tellAgain, [movedMs(), orderId, version]);
    await ask(resolving.stillToDeliver, [orderId]);
  }
  const [after] = await ask<Placed<Order>>(accepting.lockOrder, [tenant, orderId]);
  return { kind: 'resolved', order: after ?? order };
}
