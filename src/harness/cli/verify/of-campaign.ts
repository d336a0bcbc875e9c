import type { Report } from '../../model/report.js';
import { familyOf } from '../../plan/levels.js';

/** True for the report of a campaign: a run may play kept sequences too, but never those alone. */
export function isOfCampaign({ entries }: Report): boolean {
  return entries.length > 0 && entries.every(({ id }) => familyOf(id) === 'campaign');
}
