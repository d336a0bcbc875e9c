import type { CredentialName } from '../model/action.js';
import type { Need } from '../model/need.js';
import type { AdapterFile } from '../model/adapter-file.js';
import type { SignInCodec } from '../model/adapter.js';
import type { HttpRequest } from '../model/exchange.js';
import { isLoopback } from '../model/is-loopback.js';
import { KitError } from '../model/kit-error.js';

/** What must agree before anything is sent to a target. */
interface Consent {
  readonly mayWriteTo: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The kit writes to a host that is not this machine's own only when it was named twice: in the file's
 * `guard.allow_hosts` and by `--i-may-write-to`. Throws `NOT_ALLOWED` otherwise. No request of the file that comes back
 * leaves for another origin than those that were looked at, whatever it was made from.
 */
export function guarded(file: AdapterFile, consent: Consent): AdapterFile {
  const refusal = refusalOf(file, consent);
  if (refusal !== null) throw refusal;
  const origins = new Set(targetsOf(file).map(({ origin }) => origin));
  const held = (request: HttpRequest): HttpRequest => {
    const { origin } = new URL(request.url);
    if (origins.has(origin)) return request;
    throw new KitError('NOT_ALLOWED', {
      happened: `A request was made for ${origin}, which the adapter file does not name as its target.`,
      expected: `a request for ${[...origins].join(' or ')}`,
      next: 'report it: a request must go to target/base_url, or to an address in target/alt',
    });
  };
  const { adapter, control } = file;
  return {
    ...file,
    adapter: {
      ...adapter,
      address: (request, credential) => held(adapter.address(request, credential)),
      signIn: adapter.signIn === null ? null : heldSignIn(adapter.signIn, held),
    },
    control:
      control === null
        ? null
        : {
            ...control,
            hook: (what) => {
              const hook = control.hook(what);
              return hook?.by === 'request' ? { ...hook, request: held(hook.request) } : hook;
            },
          },
  };
}

function heldSignIn(signIn: SignInCodec, held: (request: HttpRequest) => HttpRequest): SignInCodec {
  return {
    ...signIn,
    request: () => held(signIn.request()),
    signed: (request, token) => held(signIn.signed(request, token)),
  };
}

/** Why a run of this file would be refused, or null. A receiver that the kit starts itself is on this machine. */
export function refusalOf(file: AdapterFile, { mayWriteTo, environment }: Consent): KitError | null {
  for (const name of file.guard.requireEnv) {
    if ((environment[name] ?? '') === '') return missingConsent(name);
  }
  if ((file.control?.process ?? null) !== null) return null;
  for (const target of targetsOf(file)) {
    if (isLoopback(target.hostname)) continue;
    if (!isNamed(target, file.guard.allowHosts)) return notInFile(target.hostname);
    if (!isNamed(target, mayWriteTo)) return notOnLine(target.hostname);
  }
  return null;
}

/** A proxy passes a sender's writes on: a target that is not this machine must be named. Throws `NOT_ALLOWED`. */
export function refuseUnnamedTarget(target: URL, mayWriteTo: readonly string[]): void {
  const { hostname } = target;
  if (isLoopback(hostname) || isNamed(target, mayWriteTo)) return;
  throw new KitError('NOT_ALLOWED', {
    happened: `The target is ${hostname}, which is not this machine, and the command line does not name it.`,
    expected: `--i-may-write-to ${hostname}`,
    next: 'add it only if it is a test system: whatever the sender writes goes there, twice if an effect says so',
  });
}

/** Every address that a request could go to, whichever credential it is made with. */
function targetsOf({ adapter }: AdapterFile): readonly URL[] {
  const request = { method: 'GET', path: '/', headers: [], body: null };
  const urls = credentials
    .filter(({ need }) => need === null || adapter.offers.includes(need))
    .map(({ name }) => adapter.address(request, name).url);
  const signIn = adapter.signIn === null ? [] : [adapter.signIn.request().url];
  return [...urls, ...signIn].map((url) => new URL(url));
}

const credentials: readonly { readonly name: CredentialName; readonly need: Need | null }[] = [
  { name: 'main', need: null },
  { name: 'other_tenant', need: 'other-tenant' },
  { name: 'renewed', need: 'renewed-credential' },
  { name: 'refused', need: 'refused-credential' },
];

/** A name is the whole host, in any spelling that URLs have for it; with a port, it is that port alone. */
function isNamed(target: URL, names: readonly string[]): boolean {
  return names.some((name) => {
    const written = `${target.protocol}//${name}`;
    if (!/^[^\s/\\?#@]+$/.test(name) || !URL.canParse(written)) return false;
    const { hostname, host } = new URL(written);
    return /:\d+$/.test(name) ? host === target.host : hostname === target.hostname;
  });
}

function missingConsent(name: string): KitError {
  return new KitError('NOT_ALLOWED', {
    happened: `The adapter file asks for the environment variable ${name}, and it is not set.`,
    expected: `${name} set to something, as consent to write to this target (guard.require_env)`,
    next: `set ${name} if this target may be written to`,
  });
}

function notInFile(host: string): KitError {
  return new KitError('NOT_ALLOWED', {
    happened: `The target is ${host}, and the adapter file does not allow it.`,
    expected: `guard.allow_hosts in the file to contain ${host}`,
    next: 'add it only if it is a test system that may be filled with test records',
  });
}

function notOnLine(host: string): KitError {
  return new KitError('NOT_ALLOWED', {
    happened: `The target is ${host}, which is not this machine, and the command line does not name it.`,
    expected: `--i-may-write-to ${host}`,
    next: 'see `twiceshy plan` for what would be sent, then add the option',
  });
}
