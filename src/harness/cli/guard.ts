import type { CredentialName } from '../model/action.js';
import type { Need } from '../model/need.js';
import type { AdapterFile } from '../model/adapter-file.js';
import { KitError } from '../model/kit-error.js';

/**
 * The kit writes to a host that is not this machine's own only when it was named twice: in the file's
 * `guard.allow_hosts` and by `--i-may-write-to`. Throws `NOT_ALLOWED` otherwise.
 */
export function refuseUnnamedHost(
  file: AdapterFile,
  mayWriteTo: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const name of file.guard.requireEnv) {
    if ((environment[name] ?? '') === '') throw missingConsent(name);
  }
  for (const host of hostsOf(file)) {
    if (isLoopback(host)) continue;
    if (!file.guard.allowHosts.includes(host)) throw notInFile(host);
    if (!mayWriteTo.includes(host)) throw notOnLine(host);
  }
}

/** A proxy passes a sender's writes on: a target that is not this machine must be named. Throws `NOT_ALLOWED`. */
export function refuseUnnamedTarget({ hostname }: URL, mayWriteTo: readonly string[]): void {
  if (isLoopback(hostname) || mayWriteTo.includes(hostname)) return;
  throw new KitError('NOT_ALLOWED', {
    happened: `The target is ${hostname}, which is not this machine, and the command line does not name it.`,
    expected: `--i-may-write-to ${hostname}`,
    next: 'add it only if it is a test system: whatever the sender writes goes there, twice if an effect says so',
  });
}

/** Every host that a request could go to, whichever credential it is made with. */
function hostsOf({ adapter }: AdapterFile): readonly string[] {
  const request = { method: 'GET', path: '/', headers: [], body: null };
  const urls = credentials
    .filter(({ need }) => need === null || adapter.offers.includes(need))
    .map(({ name }) => adapter.address(request, name).url);
  const signIn = adapter.signIn === null ? [] : [adapter.signIn.request().url];
  return [...new Set([...urls, ...signIn].map((url) => new URL(url).hostname))];
}

const credentials: readonly { readonly name: CredentialName; readonly need: Need | null }[] = [
  { name: 'main', need: null },
  { name: 'other_tenant', need: 'other-tenant' },
  { name: 'renewed', need: 'renewed-credential' },
  { name: 'refused', need: 'refused-credential' },
];

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
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
