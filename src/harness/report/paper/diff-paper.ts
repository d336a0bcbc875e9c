import {
  changeKinds,
  type ChangeKind,
  type ReportDiff,
  type RequirementChange,
} from '../../model/report-diff.js';
import { nameFact } from './name-fact.js';
import type { Paper, PaperSection } from './paper.js';
import { conclusionSign } from './conclusion-sign.js';
import { contractTableOf } from './contract-table-of.js';

const titles: Record<ChangeKind, string> = {
  worse: 'Worse',
  better: 'Better',
  'newly exercised': 'Newly exercised',
  'no longer exercised': 'No longer exercised',
  'otherwise changed': 'Otherwise changed',
};

/** The difference of two reports as a page: what is worse first. */
export function diffPaper(diff: ReportDiff): Paper {
  return {
    kicker: 'Twiceshy: two reports and what lies between them',
    sign: conclusionSign(diff.conclusion.exit),
    sentence: diff.conclusion.sentence,
    facts: [
      nameFact('Old', diff.old),
      nameFact('New', diff.new),
      { label: 'Grade', value: gradeInWords(diff) },
    ],
    notes: diff.notes,
    sections: [
      ...changeKinds.flatMap((kind) => changes(kind, diff)),
      ...contractTableOf(diff.contract, ['old', 'new']),
      ...policySection(diff),
    ],
  };
}

function gradeInWords({ grade }: ReportDiff): string {
  const [old, young] = [grade.old ?? 'none', grade.new ?? 'none'];
  return old === young ? `${young}, as before` : `${old} → ${young} (${grade.kind})`;
}

function changes(kind: ChangeKind, diff: ReportDiff): readonly PaperSection[] {
  const rows = diff.changes.filter((change) => change.kind === kind).map(changeRow);
  return rows.length === 0
    ? []
    : [{ title: titles[kind], text: '', columns: ['Requirement', 'Promise', 'Change'], rows }];
}

function changeRow({ id, title, what }: RequirementChange): PaperSection['rows'][number] {
  return [{ name: id }, title, what];
}

function policySection({ policy }: ReportDiff): readonly PaperSection[] {
  if (policy.length === 0) return [];
  const rows = policy.map(({ member, old, new: young }) => [{ name: member }, old, young]);
  return [
    {
      title: 'Policy for a sender',
      text: 'What a sender may do has changed.',
      columns: ['Member', 'old', 'new'],
      labelled: true,
      rows,
    },
  ];
}
