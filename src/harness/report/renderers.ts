import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Format, Renderer } from './renderer.js';
import { terminal } from './terminal.js';

/** Every format with its renderer. */
export const renderers: Record<Format, Renderer> = { json, html, markdown, junit, terminal };
