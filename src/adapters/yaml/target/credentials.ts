import type { CredentialName } from '../../../harness/model/action.js';
import { KitError } from '../../../harness/model/kit-error.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import { piecesOf, resolved, valueOf, type Environment } from './environment.js';
import { tokenValue } from './sign-in.js';

type Target = AdapterSections['target'];
type Override = NonNullable<NonNullable<Target['alt']>['refused']>;

/** Where a request goes and what is added to it, with one credential. */
export interface Access {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** Ways to the target by credential; those that the file does not name and that cannot be derived are left out. */
export type Accesses = Readonly<Partial<Record<CredentialName, Access>>> & { readonly main: Access };

/** What stands in place of a token when the kit makes a credential that must be refused. */
const refusedToken = 'twiceshy-refused';

/** Resolves the target for every credential. Throws BAD_FILE where a base address, once put together, is none. */
export function accessesOf(file: AdapterSections, fileName: string, environment: Environment): Accesses {
  const { target } = file;
  const put = (text: string): string => resolved(text, environment);
  const access = (override: Override | null): Access => {
    return {
      baseUrl: checkedAddress(put(override?.base_url ?? target.base_url), fileName),
      headers: merged(target.headers, override?.headers ?? {}, put),
      query: { ...each(target.query, put), ...each(override?.query ?? {}, put) },
      body: { ...each(target.body, put), ...each(override?.body ?? {}, put) },
    };
  };
  const main = access(null);
  const { other_tenant: otherTenant, renewed, refused } = alternatives(file);
  return {
    main,
    ...(otherTenant === null ? {} : { other_tenant: access(otherTenant) }),
    ...(renewed === null ? (file.sign_in === null ? {} : { renewed: main }) : { renewed: access(renewed) }),
    ...(refused === null ? derivedRefusal(file, main, environment) : { refused: access(refused) }),
  };
}

/** The file's other credentials; `other_credential` is a stranger where the scope counts credentials, else the tenant's own. */
function alternatives({
  target: { alt },
  scope,
}: AdapterSections): Record<'other_tenant' | 'renewed' | 'refused', Override | null> {
  const other = alt?.other_credential ?? null;
  const stranger = scope !== 'undocumented' && scope.includes('credential');
  const own = scope !== 'undocumented' && !stranger;
  return {
    other_tenant: alt?.other_tenant ?? (stranger ? other : null),
    renewed: alt?.renewed ?? (own ? other : null),
    refused: alt?.refused ?? null,
  };
}

function derivedRefusal(
  { target, sign_in: signIn }: AdapterSections,
  main: Access,
  environment: Environment,
): { refused?: Access } {
  if (signIn !== null) {
    const headers = { ...main.headers, [signIn.header]: tokenValue(signIn, refusedToken) };
    return { refused: { ...main, headers } };
  }
  const headers = spoiled(target.headers, main.headers, environment);
  const query = spoiled(target.query, main.query, environment);
  const body = spoiled(target.body, main.body, environment);
  if (headers === null && query === null && body === null) return {};
  return {
    refused: {
      ...main,
      headers: headers ?? main.headers,
      query: query ?? main.query,
      body: body ?? main.body,
    },
  };
}

/** The values with every token spoiled; null where none looks like a token. */
function spoiled(
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> | null {
  const changed = Object.entries(texts).flatMap(([name, text]) => {
    const value = spoiledText(name, text, environment);
    return value === null ? [] : [[name, value] as const];
  });
  return changed.length === 0 ? null : { ...values, ...Object.fromEntries(changed) };
}

function spoiledText(name: string, text: string, environment: Environment): string | null {
  if (!/auth|token|api-?_?key|secret|password|cookie|session|credential/i.test(name)) return null;
  const pieces = piecesOf(text);
  if (pieces.some((piece) => 'variable' in piece)) {
    return pieces
      .map((piece) =>
        'literal' in piece ? piece.literal : spoiledToken(valueOf(environment, piece.variable)),
      )
      .join('');
  }
  return /^Bearer /i.test(text) ? spoiledToken(text) : null;
}

function spoiledToken(value: string): string {
  const scheme = /^[A-Za-z]+ (?=\S)/.exec(value)?.[0] ?? '';
  return `${scheme}${refusedToken}`;
}

function merged(
  own: Readonly<Record<string, string>>,
  over: Readonly<Record<string, string>>,
  put: (text: string) => string,
): Readonly<Record<string, string>> {
  const replaced = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()));
  return each(Object.fromEntries([...kept, ...Object.entries(over)]), put);
}

function each(
  texts: Readonly<Record<string, string>>,
  put: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, put(text)]));
}

/** The address is never shown: parts of it may come from the environment. */
function checkedAddress(address: string, file: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  const isPlain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(address);
  if (isWeb && isPlain) return address.replace(/\/+$/, '');
  throw new KitError('BAD_FILE', {
    happened: `${file} target/base_url: found ${isWeb ? 'an address with a user, query or fragment' : 'no web address'} once its variables are put in`,
    expected: 'http:// or https://, a host, and a path where there is one',
    next: isWeb
      ? 'put credentials in target/headers and parameters in target/query'
      : 'check the variables that target/base_url names',
  });
}

/** The target on another host, with the path of its own address unless the new one has a path. */
export function movedTo(baseUrl: string, target: Target): Target {
  const own = /^\w+:\/\/[^/]+(\/.*)$/.exec(target.base_url)?.[1] ?? '';
  const hasPath = new URL(baseUrl).pathname !== '/';
  return rebased(target, hasPath ? baseUrl : `${baseUrl.replace(/\/$/, '')}${own}`);
}

/** The target at another address, whatever credential is used. */
export function rebased(target: Target, baseUrl: string): Target {
  const elsewhere = (override: Override | null): Override | null =>
    override === null ? null : { ...override, base_url: null };
  const { alt } = target;
  return {
    ...target,
    base_url: baseUrl,
    alt:
      alt === null
        ? null
        : {
            other_tenant: elsewhere(alt.other_tenant),
            renewed: elsewhere(alt.renewed),
            refused: elsewhere(alt.refused),
            other_credential: elsewhere(alt.other_credential),
          },
  };
}
