// A small task server, made retry-safe the way the README of @node-idempotency/core 1.0.11 shows: `onRequest` before the
// business write, `onResponse` with what came of it. The package leaves the statuses of its errors to the server; these
// are the ones that its owner's plug-ins answer with.
//
//   node server.mjs [--port 3000] [--data FILE]
import core from '@node-idempotency/core';
import memory from '@node-idempotency/storage-adapter-memory';
import { openTaskServer } from '../task-server/task-server.mjs';

const { Idempotency, IdempotencyError } = core;
const { app, createTask, listen } = openTaskServer('node-idempotency');
const idempotency = new Idempotency(new memory.MemoryStorageAdapter());

const statusOf = {
  IDEMPOTENCY_FINGERPRINT_MISSMATCH: 422,
  IDEMPOTENCY_KEY_LEN_EXEEDED: 400,
  IDEMPOTENCY_KEY_MISSING: 400,
  REQUEST_IN_PROGRESS: 409,
};

app.post('/tasks', async (request, response) => {
  const { status, body } = await answerTo(request);
  response.status(status).json(body);
});

async function answerTo({ method, headers, body, path }) {
  const asked = { method, headers, body, path };
  try {
    const known = await idempotency.onRequest(asked);
    if (known !== undefined) return { status: known.additional.status, body: known.body ?? known.error };
  } catch (error) {
    if (error instanceof IdempotencyError) return { status: statusOf[error.code], body: told(error) };
    throw error;
  }
  const { status, ...rest } = await outcomeOf(body);
  await idempotency.onResponse(asked, { ...rest, additional: { status } });
  return { status, body: rest.body ?? rest.error };
}

/** What the business write came to, as `onResponse` takes it: there is no way to give a key back after a failure. */
async function outcomeOf(asked) {
  try {
    const { status, body } = await createTask(asked);
    return status < 400 ? { status, body } : { status, error: body };
  } catch (error) {
    return { status: 500, error: told(error) };
  }
}

function told({ message }) {
  return { error: message };
}

listen();
