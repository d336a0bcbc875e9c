import type { Random } from '../model/random.js';
import { seededRandom } from '../run/seeded-random.js';
import type { Kit } from './kit.js';

/** Numbers by chance that nobody has to repeat: for waits, where no run has a seed. */
export function kitRandom({ chance }: Pick<Kit, 'chance'>): Random {
  return seededRandom(Number.parseInt(chance(4), 16));
}
