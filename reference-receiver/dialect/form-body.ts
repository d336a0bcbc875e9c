import type { Json } from '../store/records.js';
import { withValueAt } from './pointer.js';

/** Reads a form (application/x-www-form-urlencoded) in which brackets nest: `a[b][0]=c`. Values are texts. */
export function readFormBody(text: string): Json {
  let content: Json = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = name.split(/[[\]]+/).filter((part) => part !== '');
    const pointer = parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    content = withValueAt(content, pointer, value);
  }
  return content;
}
