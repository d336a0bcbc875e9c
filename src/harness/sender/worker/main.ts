import type { SentOrder, Told } from './messages.js';
import { serveOrders } from './serve-orders.js';

/** A worker's process: it has a channel to the kit for orders, and ends when that closes, however the kit ended. */
serveOrders({
  tell: (told: Told) => {
    process.send?.(told);
  },
  take: (take) => {
    process.on('message', (order) => take(order as SentOrder));
  },
});

// Whatever it is at: a kit that is gone cannot answer, and nothing that it would still do would be in a history.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
