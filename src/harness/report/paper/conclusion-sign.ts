import { exitCodes } from '../../model/kit-error.js';
import type { Sign } from '../signs.js';

/** The sign of how a comparison ended. */
export function conclusionSign(exit: number): Sign {
  if (exit === exitCodes.conforms) return { word: 'nothing worse', shape: '✓', tone: 'good' };
  if (exit === exitCodes.inconclusive) return { word: 'not decided', shape: '?', tone: 'open' };
  return { word: 'worse', shape: '✗', tone: 'bad' };
}
