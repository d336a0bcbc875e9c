import type { Mistake } from '../reading/scalars.js';
import { text } from '../reading/scalars.js';
import { documented, list, mapping, names, optional, required, standard } from '../reading/groups.js';
import { headerNameMistake } from './request.js';

/** A text of the target or of a sign-in, in which `${env:NAME}` may stand for what is secret. */
export const withEnvironment = text('a text, with ${env:NAME} for what is secret', environmentMistake);

/** What is wrong with the references in a text, if anything is. */
export function referenceMistake(value: string): Mistake | null {
  for (const [whole] of value.matchAll(/\$\{[^}]*\}?/g)) {
    if (/^\$\{env:[A-Za-z_][A-Za-z0-9_]{0,127}\}$/.test(whole)) continue;
    const name = /[A-Za-z_][A-Za-z0-9_]*(?=\}?$)/.exec(whole)?.[0] ?? 'NAME';
    return {
      found: `the reference "${whole}"`,
      expected: 'a reference to the environment: ${env:NAME}',
      next: `write \${env:${name}}`,
    };
  }
  return null;
}

function environmentMistake(value: string): Mistake | null {
  const broken = referenceMistake(value);
  if (broken !== null) return broken;
  if (/\{\{[^{}]*\}\}/.test(value)) {
    return {
      found: 'a template variable ("{{...}}")',
      expected: 'text and ${env:NAME} only: the target is the same for every action',
      next: 'move it to create',
    };
  }
  return /[\r\n\0]/.test(value)
    ? { found: 'a text of several lines', expected: 'one line', next: 'remove the line break' }
    : null;
}

/** An address of the web, without credentials, query or fragment. */
export const baseUrl = text('an address such as https://sandbox.example.test', (value) => {
  const wrong = environmentMistake(value);
  if (wrong !== null) return wrong;
  return value.includes('${') || /^https?:\/\//i.test(value)
    ? addressMistake(value)
    : { next: 'begin it with http:// or https://' };
});

function addressMistake(value: string): Mistake | null {
  const plain = value.replaceAll(/\$\{[^}]*\}/g, '');
  if (plain.includes('@')) {
    return {
      found: 'an address with a user in it',
      expected: 'an address without credentials',
      next: 'put the credential in target/headers, as ${env:NAME}',
    };
  }
  if (/[?#]/.test(plain)) {
    return {
      found: 'an address with a query or fragment',
      expected: 'scheme, host and path',
      next: 'put parameters in target/query',
    };
  }
  return null;
}

/** Header names with values that may be secret. */
export const secretHeaders = names('header names', withEnvironment, headerNameMistake);

const headers = secretHeaders;
const query = names('parameter names', withEnvironment);
const body = names('body members', withEnvironment);

const override = mapping('target/alt', {
  base_url: optional(baseUrl),
  headers: standard(headers, {}),
  query: standard(query, {}),
  body: standard(body, {}),
});

/** The section `target`: where the receiver is, and with what credential it is asked. */
export const target = mapping('target', {
  base_url: required(baseUrl),
  headers: standard(headers, {}),
  query: standard(query, {}),
  body: standard(body, {}),
  ca_file: documented(
    'A certificate authority of the target, as PEM, besides those that Node knows. Certificates are always checked.',
    optional(text('the path of a file, from the folder of this one')),
  ),
  alt: optional(
    mapping('target/alt', {
      other_tenant: optional(override),
      renewed: optional(override),
      refused: optional(override),
      other_credential: optional(override),
    }),
  ),
});

/** The section `guard`: hosts that may be written to, and environment variables that must be set for it. */
export const guard = mapping('guard', {
  allow_hosts: standard(hostList(), []),
  require_env: standard(environmentList(), []),
});

function hostList() {
  return listOf('a host name such as sandbox.example.test', (value) =>
    /^[A-Za-z0-9.:[\]-]{1,253}$/.test(value)
      ? null
      : { next: 'write the host alone, without scheme and path' },
  );
}

function environmentList() {
  return listOf('the name of an environment variable', (value) =>
    /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(value) ? null : { next: 'use letters, digits and underscores' },
  );
}

function listOf(form: string, mistake: (value: string) => Mistake | null) {
  return list(text(form, mistake));
}
