import type { Answer } from './answer.js';

const problems = {
  'bad-json': { status: 400, title: 'The body is not acceptable JSON' },
  invalid: { status: 400, title: 'The content is not valid' },
  'key-missing': { status: 400, title: 'The Idempotency-Key header is missing' },
  'key-invalid': { status: 400, title: 'The Idempotency-Key header is not valid' },
  unauthorised: { status: 401, title: 'A valid credential is required' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'in-flight': { status: 409, title: 'The same request is being worked on' },
  'intent-taken': { status: 409, title: 'The intent has another record' },
  'not-unknown': { status: 409, title: 'It is known what became of it' },
  'other-record': { status: 409, title: 'Another record is known of it' },
  'key-expired': { status: 410, title: 'The key has expired' },
  'stale-version': { status: 412, title: 'The record has another version' },
  'too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'key-reused': { status: 422, title: 'The key was used for other content' },
  'version-missing': { status: 428, title: 'The If-Match header is missing' },
  throttled: { status: 429, title: 'Too many requests' },
  failed: { status: 500, title: 'The receiver failed' },
  busy: { status: 503, title: 'The store is busy' },
} as const;

/** The last part of a problem's type, after `/problems/`. */
export type ProblemType = keyof typeof problems;

/** Why a request is not done; thrown or returned inside the receiver, told to the caller as a problem document. */
export interface Refusal {
  readonly type: ProblemType;
  readonly detail: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a refusal with the status that belongs to its type, unless another is named. */
export function refusal(
  type: ProblemType,
  detail: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly status?: number } = {},
): Refusal {
  return { type, detail, status: more.status ?? problems[type].status, headers: more.headers ?? {} };
}

/** The problem document of a refusal, as RFC 9457 has it. */
export function problemAnswer({ type, detail, status, headers }: Refusal): Answer {
  const problem = { type: `/problems/${type}`, title: problems[type].title, status, detail };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify(problem),
  };
}

/** Carries a refusal out of nested work. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(reason: Refusal) {
    super(reason.detail);
    this.name = 'Refused';
    this.refusal = reason;
  }
}
