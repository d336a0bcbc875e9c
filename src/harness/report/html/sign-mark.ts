import type { Sign } from '../signs.js';
import { markup, type Markup } from './markup.js';

/** A sign as shape and word; the shape is hidden from screen readers, which hear the word. */
export function signMark(sign: Sign): Markup {
  return markup`<span class="sign ${sign.tone}"><span class="shape" aria-hidden="true">${sign.shape}</span> ${sign.word}</span>`;
}
