import { lookUpsAsPromised } from '../../harness/invariants/look-ups-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { ActionPlan } from '../../harness/model/action.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { allowsKeys } from '../key/allowed-keys.js';
import { first, none, observeLate, one } from '../steps.js';

/** A look-up finds what was asked for, not what looks like it. */
export const exact: Scenario = {
  id: 'lookup/exact',
  title: 'A look-up finds the exact action and no other',
  level: 'MUST',
  course:
    'Keys and markers that begin alike, or differ in case alone, are looked up and counted before and after they are used.',
  holdsWhen: 'Each is absent until it is used itself, and then found under its own id, with one record.',
  risk: "A sender takes another action's record for its own, and its own is never carried out.",
  usualCause: 'The search matches words, beginnings or case-folded text, and the first hit is taken.',
  remedy: 'Offer a look-up by equality on the key or the external id, apart from the search for people.',
  sources: [
    'contract fact: a record is found by reading an error text or a search hit (HubSpot, Intercom)',
    'public report B73: case-insensitive comparison of ids and keys',
    'public report B21: several records match one external id',
  ],
  needs: ['observe', 'lookup'],
  flaws: ['lookup-by-prefix'],
  dependsOn: ['acceptance/creates-and-names-record', 'lookup/finds-action'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [
    usedInTurn(setting, 'one is the beginning of the other', (stem) => [`${stem}-one`, stem]),
    usedInTurn(setting, 'case alone differs', (stem) => [`${stem}abc`, `${stem}ABC`]),
  ],
  invariants: [lookUpsAsPromised, recordsAsPromised],
};

/** The first is used while the second is absent, then the second is used too. */
function usedInTurn(
  setting: Setting,
  name: string,
  spellings: (stem: string) => readonly [string, string],
): Try {
  const keys = spellings(setting.fresh(`key: ${name}`));
  const markers = spellings(`tw-${setting.fresh(`marker: ${name}`)}`);
  // Where the contract does not allow such keys the markers alone are alike.
  const keyed = allowsKeys(setting.contract, keys);
  const planned = (label: string, index: 0 | 1): ActionPlan => ({
    name: label,
    marker: markers[index],
    ...(keyed ? { key: keys[index] } : {}),
  });
  const used = planned('used first', 0);
  const alike = planned('alike', 1);
  return {
    name,
    steps: [
      first(used),
      lookUp(used, 'found'),
      observeLate(alike, none),
      lookUp(alike, 'absent'),
      first(alike),
      lookUp(alike, 'found'),
      lookUp(used, 'found'),
      observeLate(used, one),
      observeLate(alike, one),
    ],
  };
}

function lookUp(action: ActionPlan, expect: 'found' | 'absent'): Step {
  return { do: 'look-up', action, expect, ...(expect === 'found' ? { until: 'found' } : {}) };
}
