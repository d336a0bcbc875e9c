import { percentEncoded } from '../codec/body.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import { piecesOf, valueOf, type Environment } from './environment.js';

type Target = AdapterSections['target'];

const shortestSecret = 4;

type Secretive = Pick<AdapterSections, 'target' | 'sign_in' | 'control'>;

/** The names of all environment variables that a target, its sign-in and its process use, each once. */
export function variablesOf({ target, sign_in: signIn, control }: Secretive): readonly string[] {
  const texts = [
    ...addressTexts(target),
    ...credentialTexts(target),
    ...signInTexts(signIn),
    ...signInAddresses(signIn),
    ...processTexts(control),
  ];
  const names = texts.flatMap(piecesOf).flatMap((piece) => ('variable' in piece ? [piece.variable] : []));
  return [...new Set(names)];
}

/**
 * The values that must never be written: all from the environment but the scheme and host of an address, with the bare
 * credential of a scheme such as Bearer, with the password of an address, and as they are spelled in a query.
 */
export function secretsOf(
  { target, sign_in: signIn, control }: Secretive,
  environment: Environment,
): readonly string[] {
  const names = [...credentialTexts(target), ...signInTexts(signIn), ...processTexts(control)]
    .flatMap(piecesOf)
    .flatMap((piece) => ('variable' in piece ? [piece.variable] : []));
  const values = [
    ...names,
    ...[...addressTexts(target), ...signInAddresses(signIn)].flatMap((text) =>
      secretPathParts(text, environment),
    ),
  ].map((name) => valueOf(environment, name).trim());
  const all = values.flatMap((value) => {
    const bare = /^(?:Bearer|Basic|Token) +(\S.*)$/i.exec(value)?.[1];
    return [value, percentEncoded(value), ...(bare === undefined ? [] : [bare]), ...passwordIn(value)];
  });
  return [...new Set(all)].filter((value) => value.length >= shortestSecret);
}

/** The base address for reports: the host is shown, what comes from the environment behind it is not. */
export function originOf(target: Target, environment: Environment): string {
  let shown = '';
  for (const piece of piecesOf(target.base_url)) {
    if ('literal' in piece) shown += piece.literal;
    else shown += isHostPart(shown) ? valueOf(environment, piece.variable) : `[${piece.variable}]`;
  }
  const url = new URL(shown);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

/** The password in an address such as that of a database, as it is spelled there and as it is meant. */
function passwordIn(value: string): readonly string[] {
  const spelled = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*?:([^/?#@]+)@/i.exec(value)?.[1];
  if (spelled === undefined) return [];
  try {
    return [spelled, decodeURIComponent(spelled)];
  } catch {
    return [spelled];
  }
}

/** Variables of an address that stand behind its host. */
function secretPathParts(text: string, environment: Environment): readonly string[] {
  let before = '';
  const found: string[] = [];
  for (const piece of piecesOf(text)) {
    const value = 'literal' in piece ? piece.literal : valueOf(environment, piece.variable);
    if ('variable' in piece && !isHostPart(before)) found.push(piece.variable);
    before += value;
  }
  return found;
}

function isHostPart(before: string): boolean {
  return before === '' || /^https?:\/\/[^/]*$/i.test(before);
}

function addressTexts({ base_url: baseUrl, alt }: Target): readonly string[] {
  const others = Object.values(alt ?? {}).map((override) => override?.base_url ?? null);
  return [baseUrl, ...others.filter((one) => one !== null)];
}

function credentialTexts(target: Target): readonly string[] {
  const sections = [target, ...Object.values(target.alt ?? {}).filter((one) => one !== null)];
  return sections.flatMap(({ headers, query, body }) => [
    ...Object.values(headers),
    ...Object.values(query),
    ...Object.values(body),
  ]);
}

function processTexts(control: Secretive['control']): readonly string[] {
  return Object.values(control?.process?.env ?? {});
}

function signInAddresses(signIn: Secretive['sign_in']): readonly string[] {
  return [signIn?.request?.url ?? null, signIn?.oauth2?.token_url ?? null].filter((one) => one !== null);
}

function signInTexts(signIn: Secretive['sign_in']): readonly string[] {
  const { request = null, oauth2 = null } = signIn ?? {};
  return [
    ...(request === null ? [] : [...Object.values(request.headers), ...Object.values(request.body)]),
    ...(oauth2 === null
      ? []
      : [oauth2.client_id, oauth2.client_secret, oauth2.scope ?? '', ...Object.values(oauth2.more)]),
  ];
}
