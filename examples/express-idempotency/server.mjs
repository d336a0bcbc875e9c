// A small task server, made retry-safe the way the README of express-idempotency 1.0.6 shows: its middleware with its
// own memory store in front of a create. Only what the README shows stands between a request and the record.
//
//   node server.mjs [--port 3000] [--data FILE] [--error-handler]
import expressIdempotency from 'express-idempotency';
import { openTaskServer } from '../task-server/task-server.mjs';

const { idempotency, getSharedIdempotencyService } = expressIdempotency;
const { app, chosen, createTask, listen } = openTaskServer('express-idempotency', ['error-handler']);

app.post('/*any', idempotency()); // the README's app.post('*', …), spelled for Express 5

app.post('/tasks', async (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) return;
  const { status, body } = await createTask(request.body);
  response.status(status).json(body);
});

// What most Express applications end with: the status comes from the error. The errors of express-idempotency 1.0.6
// carry none (its issue 34), and the status that it had put on the response is overwritten.
if (chosen['error-handler']) {
  app.use((error, _request, response, next) => {
    if (response.headersSent) next(error);
    else response.status(error.status ?? 500).json({ error: error.message });
  });
}

listen();
