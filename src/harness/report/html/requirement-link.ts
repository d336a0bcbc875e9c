import { anchor } from './anchor.js';
import { markup, type Markup } from './markup.js';

/** The ids of the requirements that have a row in this report. */
export type Told = ReadonlySet<string>;

/** A requirement's id, as a link to its row where it has one. */
export function requirementLink(id: string, told: Told): Markup {
  const shown = markup`<code>${id}</code>`;
  return told.has(id) ? markup`<a href="#${anchor('requirement', id)}">${shown}</a>` : shown;
}

/** Several of them, with commas between. */
export function requirementLinks(ids: readonly string[], told: Told): readonly Markup[] {
  return ids.map((id, place) => markup`${place === 0 ? '' : ', '}${requirementLink(id, told)}`);
}
