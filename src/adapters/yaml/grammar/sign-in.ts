import { documented, mapping, names, optional, required, standard } from '../reading/groups.js';
import { choice, duration, pointer, text } from '../reading/scalars.js';
import type { Read } from '../reading/shape.js';
import { extractors } from './answers.js';
import { contentType, headerNameMistake, method, path } from './request.js';
import { baseUrl, secretHeaders, withEnvironment } from './target.js';

const request = mapping(
  'sign_in/request',
  {
    method: standard(method, 'POST'),
    path: optional(path([])),
    url: optional(baseUrl),
    headers: standard(secretHeaders, {}),
    body: standard(names('body members', withEnvironment), {}),
    content_type: standard(contentType, 'application/json'),
  },
  (value, report) => {
    if ((value.path === null) !== (value.url === null)) return;
    report('', {
      found: 'not exactly one address',
      expected: 'path, below target/base_url, or url, the whole address',
      next: 'keep one of "path" and "url"',
    });
  },
);

/** Client credentials of OAuth 2.0 (RFC 6749, section 4.4). */
const oauth2 = mapping('sign_in/oauth2', {
  token_url: required(baseUrl),
  client_id: required(withEnvironment),
  client_secret: required(withEnvironment),
  scope: optional(withEnvironment),
  more: standard(names('parameter names', withEnvironment), {}),
  client_in: standard(choice(['basic', 'body']), 'basic'),
});

/** The section `sign_in`: how a token is got and where it goes, for targets whose credentials are not fixed. */
export const signIn = mapping(
  'sign_in',
  {
    request: documented('A request that signs in.', optional(request)),
    oauth2: documented('Client credentials of OAuth 2.0.', optional(oauth2)),
    token: documented('Where the answer has the token; /access_token for oauth2.', optional(extractors)),
    expires_in: documented('Where the answer says how long the token lasts, in seconds.', optional(pointer)),
    lasts: documented('How long a token lasts where no answer says so.', optional(duration)),
    header: standard(text('a header name', headerNameMistake), 'Authorization'),
    value: standard(
      text('a text with {{token}}', (value) =>
        value.includes('{{token}}') ? null : { next: 'put {{token}} where the token belongs' },
      ),
      'Bearer {{token}}',
    ),
  },
  (value, report) => {
    if ((value.request === null) === (value.oauth2 === null)) {
      report('', {
        found: 'not exactly one way to sign in',
        expected: 'request or oauth2',
        next: 'keep one of them',
      });
    }
    if (value.request !== null && value.token === null) {
      report('', {
        found: 'no "token" beside "request"',
        expected: 'token: where the answer has it',
        next: 'add "token", such as { json: /token }, or { header: Set-Cookie, regex: "^([^;]+)" }',
      });
    }
  },
);

/** The section `sign_in`, as read. */
export type SignInSection = Read<typeof signIn>;
