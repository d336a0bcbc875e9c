import { markup, type Markup } from './markup.js';

/** A field for whoever answers for the receiver: outside of the report, bounded in its box, in print once it is filled. */
export function commentField(): Markup {
  return markup`
<aside class="comment" aria-labelledby="comment-title">
  <h2 id="comment-title">Comment of the receiver’s owner</h2>
  <p id="comment-note">Not part of the report: nothing written here is a verdict, changes one, or is covered by the digest. Write here, then print the page or save it with the browser.</p>
  <div class="field" contenteditable="plaintext-only" role="textbox" aria-multiline="true" aria-labelledby="comment-title" aria-describedby="comment-note" tabindex="0" spellcheck="false"></div>
</aside>`;
}
