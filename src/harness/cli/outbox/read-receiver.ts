import type { AdapterFile } from '../../model/adapter-file.js';
import { guarded } from '../guard.js';
import type { Kit } from '../kit.js';
import { loadAdapter } from '../load-adapter.js';

/** Reads the adapter file of a receiver that is there already: no process of it is the kit's to start. */
export async function readReceiver(
  kit: Kit,
  path: string,
  mayWriteTo: readonly string[] | 'nothing is sent',
): Promise<AdapterFile> {
  const load = await loadAdapter(kit, path);
  const file = { ...(await load()), control: null };
  return mayWriteTo === 'nothing is sent'
    ? file
    : guarded(file, { mayWriteTo, environment: kit.environment });
}
