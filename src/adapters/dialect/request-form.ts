import type { RequestForm } from '../../../reference-receiver/index.js';

type Template = Omit<RequestForm, 'contentType'> & { readonly content_type: string };

/** A request of an adapter file as the receiver is to recognise it. */
export function requestForm({
  method,
  path,
  query,
  headers,
  body,
  content_type: contentType,
}: Template): RequestForm {
  return { method, path, query, headers, body, contentType: (contentType.split(';')[0] ?? '').trim() };
}
