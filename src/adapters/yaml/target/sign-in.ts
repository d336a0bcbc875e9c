import type { CredentialName } from '../../../harness/model/action.js';
import type { SignedIn, SignInCodec } from '../../../harness/model/adapter.js';
import type { Answer, Header, HttpRequest } from '../../../harness/model/exchange.js';
import { atPointer, type Json } from '../../../harness/model/json.js';
import { answerInWords, extracted, isStatus, textOf, viewOf } from '../codec/answer-view.js';
import { bodyText, percentEncoded } from '../codec/body.js';
import { headerBytes } from '../codec/spelling.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import type { Extractor } from '../grammar/answers.js';
import type { SignInSection } from '../grammar/sign-in.js';
import { resolved, type Environment } from './environment.js';

type Put = (text: string) => string;

/** The codec that gets tokens, or null where credentials are fixed. */
export function signInCodec(
  { sign_in: section, target }: AdapterSections,
  about: { readonly baseUrl: string; readonly environment: Environment },
): SignInCodec | null {
  if (section === null) return null;
  const put: Put = (text) => resolved(text, about.environment);
  // A credential that the file describes itself is fixed.
  const own = (target.alt?.renewed ?? target.alt?.other_credential ?? null) === null;
  const credentials: readonly CredentialName[] = own ? ['main', 'renewed'] : ['main'];
  return {
    credentials,
    request: () => requestOf(section, about.baseUrl, put),
    read: (answer) => readToken(section, answer),
    signed: (request, token) => withHeader(request, [section.header, tokenValue(section, token)]),
  };
}

/** A header with that token, as the target wants it. */
export function tokenValue({ value }: Pick<SignInSection, 'value'>, token: string): string {
  return value.replaceAll('{{token}}', () => token);
}

function withHeader(request: HttpRequest, [name, value]: Header): HttpRequest {
  const others = request.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [[name, headerBytes(value)], ...others] };
}

function requestOf(section: SignInSection, baseUrl: string, put: Put): HttpRequest {
  const { request, oauth2 } = section;
  if (oauth2 !== null) return clientCredentials(oauth2, put);
  if (request === null) throw new Error('A sign-in is a request or client credentials.');
  const members = each(request.body, put);
  const hasBody = Object.keys(members).length > 0;
  const type: readonly Header[] = hasBody ? [['Content-Type', request.content_type]] : [];
  return {
    method: request.method,
    url: request.url === null ? `${baseUrl}${request.path ?? ''}` : put(request.url),
    headers: [...type, ...Object.entries(each(request.headers, put)).map(encoded)],
    body: hasBody ? bodyText(members, request.content_type) : null,
  };
}

function clientCredentials(oauth2: NonNullable<SignInSection['oauth2']>, put: Put): HttpRequest {
  const id = put(oauth2.client_id);
  const secret = put(oauth2.client_secret);
  const inBody = oauth2.client_in === 'body';
  const form: Json = {
    grant_type: 'client_credentials',
    ...(oauth2.scope === null ? {} : { scope: put(oauth2.scope) }),
    ...each(oauth2.more, put),
    ...(inBody ? { client_id: id, client_secret: secret } : {}),
  };
  // RFC 6749, section 2.3.1: both are form-encoded first.
  const basic = Buffer.from(`${percentEncoded(id)}:${percentEncoded(secret)}`).toString('base64');
  const type = 'application/x-www-form-urlencoded';
  return {
    method: 'POST',
    url: put(oauth2.token_url),
    headers: [
      ['Content-Type', type],
      ['Accept', 'application/json'],
      ...(inBody ? [] : [['Authorization', `Basic ${basic}`] as const]),
    ],
    body: bodyText(form, type),
  };
}

const standardToken: readonly Extractor[] = [
  { json: '/access_token', header: null, body: null, regex: null },
];

function readToken(section: SignInSection, answer: Answer): SignedIn {
  const view = viewOf(answer);
  if (answer.kind === 'lost' || !isStatus(answer.status, '2xx')) {
    return { kind: 'refused', why: answerInWords(answer) };
  }
  const token = extracted(section.token ?? standardToken, view);
  if (token === null || /[\r\n\0]/.test(token)) {
    return { kind: 'refused', why: `${answerInWords(answer)}, and no token is found in it` };
  }
  const pointer = section.expires_in ?? (section.oauth2 === null ? null : '/expires_in');
  const seconds = Number((pointer === null ? null : textOf(atPointer(view.json, pointer))) ?? Number.NaN);
  const said = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
  return { kind: 'token', token, lastsMs: said ?? section.lasts };
}

function each(texts: Readonly<Record<string, string>>, put: Put): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, put(text)]));
}

function encoded([name, value]: readonly [string, string]): Header {
  return [name, headerBytes(value)];
}
