// parse-server 9.10.0 on PostgreSQL, as its README starts it on Express, with the idempotency of its README for one class.
//
//   DATABASE_URI=postgresql://... node server.mjs [--port 1337]
import { parseArgs } from 'node:util';
import express from 'express';
import { ParseServer } from 'parse-server';

const { values: options } = parseArgs({
  options: { port: { type: 'string', default: process.env.PORT ?? '1337' } },
});
const port = Number(options.port);
const everybody = { '*': true };

const parse = new ParseServer({
  databaseURI: process.env.DATABASE_URI,
  appId: 'tasks',
  masterKey: process.env.PARSE_MASTER_KEY,
  serverURL: `http://127.0.0.1:${port}/parse`,
  idempotencyOptions: { paths: ['classes/Task'], ttl: 300 },
  schema: {
    strict: false,
    definitions: [
      {
        className: 'Task',
        fields: {
          title: { type: 'String', required: true },
          reference: { type: 'String', required: true },
          operation: { type: 'String' },
          description: { type: 'String' },
          details: { type: 'Object' },
          labels: { type: 'Array' },
          amount: { type: 'Number' },
          quantity: { type: 'Number' },
          note: { type: 'String' },
        },
        classLevelPermissions: {
          find: everybody,
          get: everybody,
          count: everybody,
          create: everybody,
          update: everybody,
          delete: everybody,
        },
      },
    ],
  },
  silent: true,
});
await parse.start();

const app = express();
app.use('/parse', parse.app);
const server = app.listen(port, '127.0.0.1', () => {
  console.log(`tasks on http://127.0.0.1:${port}/parse/classes/Task`);
});

process.once('SIGTERM', () => {
  server.close(() => parse.handleShutdown());
  server.closeIdleConnections();
});
