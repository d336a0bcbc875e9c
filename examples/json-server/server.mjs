// json-server 0.17.4 as its README shows it under "Module": its defaults and its router over a JSON file, nothing else.
//
//   node server.mjs [--port 3000] [--data FILE]
import { parseArgs } from 'node:util';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsonServer from 'json-server';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string' },
  },
});
const port = Number(options.port);
const file = options.data ?? join(tmpdir(), `json-server-tasks-${port}.json`);
if (!existsSync(file)) writeFileSync(file, JSON.stringify({ tasks: [] }));

const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
server.use(jsonServer.router(file));
const listening = server.listen(port, '127.0.0.1', () => {
  console.log(`tasks on http://127.0.0.1:${port}/tasks, kept in ${file}`);
});

process.once('SIGTERM', () => {
  listening.close();
  listening.closeIdleConnections();
});
