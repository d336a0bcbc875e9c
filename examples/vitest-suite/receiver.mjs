// A small task server of a team's own, with Idempotency-Key kept in memory. With TASKS_FORGETS=1 it forgets a key as soon
// as it has answered, so that every retry makes another task.
//
//   node receiver.mjs --port 3000
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { port } = parseArgs({ options: { port: { type: 'string', default: '0' } } }).values;
const forgets = process.env['TASKS_FORGETS'] === '1';
const tasks = [];
const keys = new Map();

function create(key, text) {
  const known = keys.get(key);
  if (known !== undefined) {
    if (known.text !== text) return { status: 422, body: { error: 'this key was used for another task' } };
    return { status: 201, body: known.task };
  }
  const content = parsed(text);
  if (content === null) return { status: 400, body: { error: 'a task is a JSON object with a title' } };
  const task = { id: randomUUID(), ...content };
  tasks.push(task);
  if (!forgets) keys.set(key, { text, task });
  return { status: 201, body: task };
}

function parsed(text) {
  try {
    const content = JSON.parse(text);
    return typeof content?.title === 'string' ? content : null;
  } catch {
    return null;
  }
}

async function serve(request, response) {
  const chunks = await request.toArray().catch(() => null);
  if (chunks === null) return; // the sender was gone before it had said all
  const { status, body } =
    request.method === 'POST'
      ? create(request.headers['idempotency-key'], Buffer.concat(chunks).toString('utf8'))
      : { status: 200, body: { data: withReference(request.url) } };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function withReference(path) {
  const reference = new URL(path, 'http://localhost').searchParams.get('reference');
  return tasks.filter((task) => task.reference === reference);
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
