// A small task server, made retry-safe the way the README of express-idempotency 1.0.6 shows: its middleware with its
// own memory store in front of a create. Only what the README shows stands between a request and the record.
//
//   node server.mjs [--port 3000] [--data FILE] [--error-handler]
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import express from 'express';
import expressIdempotency from 'express-idempotency';
import { openTaskFile } from './task-file.mjs';

const { idempotency, getSharedIdempotencyService } = expressIdempotency;

/** How long the business write takes: a real one talks to a database, a tax service, a warehouse. */
const writeMs = 20;
const longestTitle = 200;
const largestPage = 100;

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    data: { type: 'string' },
    'error-handler': { type: 'boolean', default: false },
  },
});
const port = Number(options.port);
const file =
  options.data ?? process.env.TASKS_FILE ?? join(tmpdir(), `express-idempotency-tasks-${port}.ndjson`);
const tasks = openTaskFile(file);

const app = express();
app.use(express.json());

// The kit's hooks, in front of the package: the next task takes this much longer to write, or its write throws, as a
// database that has gone away does. There is one write, so nothing is half done.
let longerMs = 0;
let throwNext = false;
app.post('/__slow', (request, response) => {
  longerMs = Number(request.body.ms);
  response.status(204).end();
});
app.post('/__fail-next', (_request, response) => {
  throwNext = true;
  response.status(204).end();
});

app.post('/*any', idempotency()); // the README's app.post('*', …), spelled for Express 5

app.post('/tasks', async (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) return;
  const mistake = mistakeIn(request.body);
  if (mistake !== null) {
    response.status(400).json({ error: mistake });
    return;
  }
  const ms = writeMs + longerMs;
  longerMs = 0;
  await after(ms);
  if (throwNext) {
    throwNext = false;
    throw new Error('the database has gone away');
  }
  const task = { ...request.body, id: randomUUID() };
  tasks.add(task);
  response.status(201).json(task);
});

app.get('/tasks', (request, response) => {
  const { reference, after: cursor } = request.query;
  const limit = Math.min(Math.max(Number(request.query.limit) || largestPage, 1), largestPage);
  response.json(tasks.page({ reference, cursor, limit }));
});

app.get('/tasks/:id', (request, response) => {
  const task = tasks.get(request.params.id);
  if (task === undefined) response.status(404).json({ error: 'there is no such task' });
  else response.json(task);
});

app.get('/healthz', (_request, response) => {
  response.json({ ok: true });
});

// What most Express applications end with: the status comes from the error. The errors of express-idempotency 1.0.6
// carry none (its issue 34), and the status that it had put on the response is overwritten.
if (options['error-handler']) {
  app.use((error, _request, response, next) => {
    if (response.headersSent) next(error);
    else response.status(error.status ?? 500).json({ error: error.message });
  });
}

const server = app.listen(port, '127.0.0.1', () => {
  console.log(`tasks on http://127.0.0.1:${port}, kept in ${file}`);
});

process.once('SIGTERM', () => {
  server.close(() => tasks.close());
  server.closeIdleConnections();
});

function mistakeIn(body) {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'a JSON object is expected';
  const { title, reference } = body;
  if (typeof title !== 'string' || title === '' || title.length > longestTitle)
    return `title: 1 to ${longestTitle} characters are expected`;
  if (typeof reference !== 'string' || reference === '') return 'reference: a text is expected';
  return null;
}
