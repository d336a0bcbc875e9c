import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import express from 'express';
import { openTaskFile } from './task-file.mjs';

/** How long the business write takes: a real one talks to a database, a tax service, a warehouse. */
const writeMs = 20;
const longestTitle = 200;
const largestPage = 100;

/**
 * A small task server on Express, for packages that are to make its create retry-safe. It takes the words of the command
 * line (`[--port 3000] [--data FILE]` and the switches named), and leaves the route of the create to who uses it: what
 * is registered on `app` comes after the kit's hooks and before the reads, which `listen` adds.
 */
export function openTaskServer(name, switches = []) {
  const { port, file, chosen } = wordsOf(name, switches);
  const tasks = openTaskFile(file);
  const app = express();
  app.use(express.json());
  const hooks = addHooks(app);
  return {
    app,
    chosen,
    /** The business write: what to answer, and the task on the disk by then. Throws when a failure was asked for. */
    createTask: async (body) => {
      const mistake = mistakeIn(body);
      if (mistake !== null) return { status: 400, body: { error: mistake } };
      await after(writeMs + hooks.takeLongerMs());
      if (hooks.takeFailure()) throw new Error('the database has gone away');
      const task = { ...body, id: randomUUID() };
      tasks.add(task);
      return { status: 201, body: task };
    },
    listen: () => {
      addReads(app, tasks);
      const server = app.listen(port, '127.0.0.1', () => {
        console.log(`tasks on http://127.0.0.1:${port}, kept in ${file}`);
      });
      process.once('SIGTERM', () => {
        server.close(() => tasks.close());
        server.closeIdleConnections();
      });
    },
  };
}

function wordsOf(name, switches) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT ?? '3000' },
      data: { type: 'string' },
      ...Object.fromEntries(switches.map((each) => [each, { type: 'boolean', default: false }])),
    },
  });
  const port = Number(values.port);
  const file = values.data ?? process.env.TASKS_FILE ?? join(tmpdir(), `${name}-tasks-${port}.ndjson`);
  return { port, file, chosen: values };
}

/**
 * The kit's hooks: the next task takes this much longer to write, or its write throws, as a database that has gone away
 * does. There is one write, so nothing is half done.
 */
function addHooks(app) {
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
  return {
    takeLongerMs() {
      const ms = longerMs;
      longerMs = 0;
      return ms;
    },
    takeFailure() {
      const isAsked = throwNext;
      throwNext = false;
      return isAsked;
    },
  };
}

function addReads(app, tasks) {
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
}

function mistakeIn(body) {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'a JSON object is expected';
  const { title, reference } = body;
  if (typeof title !== 'string' || title === '' || title.length > longestTitle)
    return `title: 1 to ${longestTitle} characters are expected`;
  if (typeof reference !== 'string' || reference === '') return 'reference: a text is expected';
  return null;
}
