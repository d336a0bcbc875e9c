import type { Command } from 'commander';
import { claimNames, type ClaimName } from '../model/contract.js';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import type { Scenario } from '../model/scenario.js';
import type { Kit } from './kit.js';

/** Adds `twiceshy explain`: one requirement in full. */
export function addExplain(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('explain')
    .description('one requirement in full')
    .argument('<id>', 'such as replay/same-record')
    .action((id: string) => {
      const scenario = kit.scenarios.find((each) => each.id === id);
      if (scenario === undefined) throw unknownId(id, kit);
      kit.out(inFull(scenario));
      end(exitCodes.conforms);
    });
}

function inFull(scenario: Scenario): string {
  const lines: readonly (readonly [string, string])[] = [
    [
      'level',
      scenario.claim === undefined ? scenario.level : `${scenario.level} (${placeOf(scenario.claim)})`,
    ],
    ['course', scenario.course],
    ['holds when', scenario.holdsWhen],
    ['needs', scenario.needs.join(', ') || 'nothing beyond a create'],
    ['if it fails', scenario.risk],
    ['usual cause', scenario.usualCause],
    ['remedy', scenario.remedy],
    ['promises', scenario.invariants.map(({ promise }) => promise).join('\n               ')],
    ['stands on', scenario.dependsOn.join(', ') || 'nothing'],
    ['broken by', scenario.flaws.map((name) => `--flaw ${name}`).join(', ') || 'no flaw of this version'],
    ['sources', scenario.sources.join('; ')],
  ];
  const body = lines.filter(([, text]) => text !== '').map(([name, text]) => `  ${name.padEnd(13)}${text}`);
  return `${scenario.id}\n${scenario.title}.\n\n${body.join('\n')}\n`;
}

/** Where an adapter file makes a claim. */
function placeOf(claim: ClaimName): string {
  const isClaim = claimNames.some((name) => name === claim);
  return isClaim ? `claims.${claim}` : claim.replace(': ', '.');
}

function unknownId(id: string, kit: Kit): KitError {
  const [family = '', last = family] = id.split('/');
  const ids = kit.scenarios.map((each) => each.id);
  const relatives = ids.filter((each) => each.startsWith(`${family}/`));
  const alike = (relatives.length > 0 ? relatives : ids).filter(
    (each) => each.split('/')[1]?.startsWith(last) === true,
  );
  const near = alike.length > 0 ? alike : relatives;
  return new KitError('NOTHING_SELECTED', {
    happened: `There is no requirement "${id}".`,
    expected: near.length > 0 ? near.slice(0, 5).join(', ') : 'an id such as replay/same-record',
    next: 'see `twiceshy list`',
  });
}
