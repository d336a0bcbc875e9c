import {
  letterOf,
  type ComparedRequirement,
  type TargetComparison,
  type TargetPair,
} from '../../model/target-comparison.js';
import { signOf } from '../signs.js';
import { conclusionSign } from './conclusion-sign.js';
import { contractTableOf } from './contract-table-of.js';
import { nameFact } from './name-fact.js';
import type { Cell, Paper, PaperSection } from './paper.js';

const firstIs: Record<ComparedRequirement['first'], string> = {
  kinder: 'A is kinder',
  stricter: 'A is stricter',
  both: 'A is kinder than one, stricter than another',
  alike: 'alike',
  'not comparable': '',
};

/** Targets side by side as a page: whether the first one lies, where, and then everything. */
export function comparisonPaper(comparison: TargetComparison): Paper {
  const { targets, pairs, requirements, contract, grades, conclusion } = comparison;
  const letters = targets.map((_, place) => letterOf(place));
  return {
    kicker: 'Twiceshy: targets side by side',
    sign: conclusionSign(conclusion.exit),
    sentence: conclusion.sentence,
    facts: [
      ...targets.map((name, place) => nameFact(letterOf(place), name)),
      { label: 'Grades', value: grades.map((grade, place) => `${letterOf(place)} ${grade}`).join(', ') },
    ],
    notes: pairs.flatMap(({ other, notes }) => notes.map((note) => `A and ${letterOf(other)}: ${note}`)),
    sections: [
      ...pairs.flatMap((pair) => differences(pair, 'kinder')),
      ...pairs.flatMap((pair) => differences(pair, 'stricter')),
      ...pairs.flatMap(unknown),
      ...contractTableOf(contract, letters),
      matrix(requirements, letters),
    ],
  };
}

function differences(pair: TargetPair, side: 'kinder' | 'stricter'): readonly PaperSection[] {
  const other = letterOf(pair.other);
  const rows = pair[side].map(({ id, title, finding }) => [{ name: id }, title, finding]);
  if (rows.length === 0) return [];
  return side === 'kinder'
    ? [
        {
          title: `A is kinder than ${other}`,
          text: `What holds with A and is broken with ${other}: who is green with A does harm with ${other}.`,
          columns: ['Requirement', 'Promise', `What ${other} did`],
          rows,
        },
      ]
    : [
        {
          title: `A is stricter than ${other}`,
          text: `What is broken with A and holds with ${other}.`,
          columns: ['Requirement', 'Promise', 'What A did'],
          rows,
        },
      ];
}

function unknown({ other, unknown: ids }: TargetPair): readonly PaperSection[] {
  if (ids.length === 0) return [];
  return [
    {
      title: `Not known of ${letterOf(other)}`,
      text: `What holds with A, and was not settled with ${letterOf(other)}.`,
      columns: ['Requirement'],
      rows: ids.map((id) => [{ name: id }]),
    },
  ];
}

function matrix(requirements: readonly ComparedRequirement[], letters: readonly string[]): PaperSection {
  return {
    title: 'All requirements',
    text: '',
    columns: ['Requirement', ...letters, ''],
    labelled: true,
    rows: requirements.map(({ id, standings, first }) => [
      { name: id },
      ...standings.map((standing): Cell => (standing === null ? '–' : { sign: signOf(standing) })),
      firstIs[first],
    ]),
  };
}
