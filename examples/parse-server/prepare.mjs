import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresql } from '../postgresql/start.mjs';

/** The database that parse-server keeps its objects in: it stays up while the kit restarts and kills parse-server. */
export async function prepare({ data }) {
  const database = await startPostgresql({ folder: join(data, 'postgresql'), database: 'tasks' });
  return {
    environment: { TASKS_DATABASE_URI: database.address, TASKS_MASTER_KEY: randomUUID() },
    end: database.end,
  };
}
