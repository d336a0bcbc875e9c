// tryton-server 6.0 from Debian: a party of its module `party`, created by JSON-RPC. YAML cannot say it: every request is
// a POST to one path, an error is an answer with status 200, and a session is signed in for.
// `npm run examples -- tryton` starts the database and hands over its address; README.md has the steps by hand.
//
//   npx twiceshy run examples/tryton/adapter.mjs                        the sender gives each party its code
//   npx twiceshy run examples/tryton/adapter.mjs --variant no-code      Tryton takes the code from its sequence
const database = 'tryton';
const login = 'admin';
const fieldNames = ['code', 'name'];

/** A party's code is unique: the sender's key can be the code. Left out, nothing tells a repeat from a new party. */
const modes = { code: 'insert_only', 'no-code': 'unguarded' };

const offers = [
  'observe',
  'lookup',
  'fetch',
  'delete',
  'vary',
  'kept-fields',
  'kept-variation',
  'json-body',
  'field:text',
  'renewed-credential',
  'refused-credential',
  'restart',
  'kill',
];

export default function tryton({ environment, baseUrl, variant = 'code' }) {
  const mode = modes[variant];
  if (mode === undefined)
    throw new Error(`no variant ${variant}; there are ${Object.keys(modes).join(', ')}`);
  const password = required(environment, 'TRYTON_PASSWORD');
  const databaseUri = required(environment, 'TRYTON_DATABASE_URI');
  const origin = baseUrl ?? 'http://127.0.0.1:8000';
  return {
    adapter: {
      contract: contractOf(mode),
      offers,
      origin,
      secrets: [password, databaseUri, new URL(databaseUri).password].filter(Boolean),
      payload: ({ marker, n }) => ({ title: `Harbour supplies ${n}`, reference: marker }),
      address: (request, credential) => {
        const addressed = { ...request, url: `${origin}${request.path}` };
        return credential === 'refused' ? signed(addressed, tokenOf(1, 'refused')) : addressed;
      },
      signIn: signInFor(origin, password),
      create: { request: (action, keys) => createRequest(action, mode, keys), outcome },
      lookUp: {
        request: (by) => searchRequest(mode === 'unguarded' ? carrying(by.marker) : ['code', '=', by.key]),
        read: (answer) => foundIn(answer),
      },
      observe: { request: (marker) => searchRequest(carrying(marker)), read: pageOf },
      fetch: { request: (id) => searchRequest(['id', '=', Number(id)]), read: (answer) => foundIn(answer) },
      remove: {
        request: (id) => call('delete', [[Number(id)]]),
        gone: (answer) => resultOf(answer) !== undefined,
      },
      second: null,
      poll: null,
      update: null,
    },
    guard: { allowHosts: [], requireEnv: [] },
    control: { process: processOf(databaseUri), hook: () => null },
    notes: [],
  };
}

function required(environment, name) {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set; see README.md`);
  return value;
}

function contractOf(mode) {
  const isGuarded = mode === 'insert_only';
  return {
    name: `Parties: create on tryton-server (JSON-RPC), ${isGuarded ? 'under a code of the sender' : 'without a code'}`,
    version: '6.0',
    mode,
    key: isGuarded
      ? { in: 'body', name: '/params/0/0/code', make: 'uuid4', max: null, chars: '^[A-Za-z0-9-]{1,64}$' }
      : { in: 'none', name: null, make: 'uuid4', max: null, chars: null },
    retention: { kind: isGuarded ? 'record' : 'none', ms: null },
    scope: 'undocumented',
    claims: {
      replay: isGuarded ? 'error_only' : 'undocumented',
      mismatch: isGuarded ? 'reject' : 'new_record',
      in_flight: 'undocumented',
      failures: 'undocumented',
      missing_key: 'unguarded',
      after_expiry: 'undocumented',
    },
    consistency: { kind: 'immediate', settleMs: 0, pollMs: 200 },
    fields: { text: { pointer: '/title', max: 200 } },
    kept: ['/title', '/reference'].map((pointer) => ({ sent: pointer, read: pointer })),
    vary: { pointer: '/title', value: 'Harbour supplies and sons' },
    invalid: null,
    promises: [],
    limits: { creates: 2000, perSecond: 100, parallel: 20, timeoutMs: 5000, load: null },
    sources: [
      'tryton-modules-party 6.0.3, party.py: Unique(t, t.code); a code that is left out comes from a sequence',
      'tryton-server 6.0.29, protocols/jsonrpc.py: an error is a member of an answer with status 200',
      'tryton-server 6.0.29, protocols/dispatcher.py: common.db.login, and a session for every later call',
    ],
    unconfirmed: [],
  };
}

/** trytond answers a GET of any path as soon as it has loaded its modules. */
function processOf(databaseUri) {
  return {
    command: (port) => ['env', `TRYTOND_WEB__LISTEN=127.0.0.1:${port}`, 'trytond', '-d', database],
    readyPath: '/',
    stop: 'SIGTERM',
    env: { TRYTOND_DATABASE_URI: databaseUri },
  };
}

/* requests */

/** Exactly these three members: with others Tryton does not take it for JSON-RPC, and answers in another form. */
function rpc(method, params) {
  return {
    method: 'POST',
    path: `/${database}/`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ id: 0, method, params }),
  };
}

/** A call on parties; the last parameter is the context. */
function call(method, params) {
  return rpc(`model.party.party.${method}`, [...params, {}]);
}

function createRequest({ payload: { title, reference } }, mode, [key]) {
  const code = mode === 'unguarded' || key === undefined ? {} : { code: key };
  return call('create', [[{ ...code, name: `${title} [${reference}]` }]]);
}

function searchRequest(clause) {
  return call('search_read', [[clause], 0, 1000, [['id', 'ASC']], fieldNames]);
}

/** The marker stands in the name, between brackets, so that none is found by the beginning of another. */
function carrying(marker) {
  return ['name', 'like', `%[${marker.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}]`];
}

/* answers */

function bodyOf(answer) {
  if (answer.kind !== 'answered' || answer.status !== 200) return null;
  try {
    const body = JSON.parse(answer.body);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

function resultOf(answer) {
  return bodyOf(answer)?.result;
}

function outcome(answer) {
  const read = (kind, rule, id = null) => ({ kind, id, retryAfterMs: null, rule });
  if (answer.kind !== 'answered') return read('unknown', 'no answer');
  const result = resultOf(answer);
  const error = bodyOf(answer)?.error;
  if (Array.isArray(result) && Number.isInteger(result[0]))
    return read('created', 'result', String(result[0]));
  if (Array.isArray(error)) return read(...refusalIn(error));
  if (answer.status === 429) return read('throttled', 'status 429');
  if ([400, 401, 403, 404, 413].includes(answer.status)) return read('rejected', `status ${answer.status}`);
  return read('unknown', 'neither result nor error');
}

/** A refusal names its class first; any other error is the text of an exception, after which nobody knows. */
function refusalIn([name, details]) {
  const said = JSON.stringify(details ?? null);
  if (name === 'UserError' && /code on party must be unique/i.test(said))
    return ['exists', 'error: code not unique'];
  if (name === 'UserError' || name === 'UserWarning') return ['rejected', `error: ${name}`];
  return ['unknown', 'error: an exception'];
}

function recordsOf(answer) {
  const result = resultOf(answer);
  if (!Array.isArray(result)) return null;
  return result.map(({ id, code, name }) => {
    const [, title = name, reference = ''] = /^(.*) \[([^[\]]*)\]$/su.exec(name) ?? [];
    return { id: String(id), fields: { code, title, reference } };
  });
}

function troubleOf(answer) {
  return {
    kind: 'trouble',
    why: answer.kind === 'answered' ? `status ${answer.status}, no result` : answer.how,
  };
}

function foundIn(answer) {
  const records = recordsOf(answer);
  if (records === null) return troubleOf(answer);
  if (records.length > 1) return { kind: 'several', ids: records.map(({ id }) => id) };
  const [record] = records;
  return record === undefined ? { kind: 'absent' } : { kind: 'found', ...record };
}

function pageOf(answer) {
  const records = recordsOf(answer);
  return records === null ? troubleOf(answer) : { kind: 'page', records, next: null };
}

/* sessions */

function signInFor(origin, password) {
  return {
    credentials: ['main', 'renewed'],
    request: () => {
      const { path, ...request } = rpc('common.db.login', [login, { password }]);
      return { ...request, url: `${origin}${path}` };
    },
    read: (answer) => {
      const result = resultOf(answer);
      if (!Array.isArray(result) || result.length !== 2)
        return { kind: 'refused', why: troubleOf(answer).why };
      return { kind: 'token', token: tokenOf(...result), lastsMs: null };
    },
    signed,
  };
}

function tokenOf(user, session) {
  return Buffer.from(`${login}:${user}:${session}`).toString('base64');
}

function signed(request, token) {
  return { ...request, headers: [['Authorization', `Session ${token}`], ...request.headers] };
}
