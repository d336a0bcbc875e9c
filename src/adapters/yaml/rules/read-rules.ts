import type { ApprovalRules, Demand } from '../../../harness/model/approval-rules.js';
import { openDocument } from '../reading/document.js';
import { bad } from '../reading/shape.js';
import { rulesFile, type RuleSection } from './rules-file.js';

/** Reads a file of rules for approvals, YAML or JSON. Throws BAD_FILE with all that is wrong, by line and path. */
export function readRules(text: string, file: string): ApprovalRules {
  const kind = { called: 'a file of rules', check: 'then give the same command again' };
  const document = openDocument(text, file, kind);
  const read = rulesFile.read(document.root);
  document.finish();
  if (read === bad) throw new Error('A file that is not sound has a problem.');
  return {
    mostInBatch: read.batch?.most ?? null,
    rules: read.rules.map((rule) => ({
      name: rule.name,
      when: Object.entries(rule.when).map(([at, value]) => ({ at, value })),
      demand: demandOf(rule),
    })),
  };
}

function demandOf({ one, rate, approver }: RuleSection): Demand {
  if (one !== null) return { kind: 'one', per: one.per, lasts: one.while };
  if (rate !== null) return { kind: 'rate', per: rate.per, most: rate.most, withinMs: rate.within };
  if (approver !== null) return { kind: 'approver', ...approver };
  throw new Error('A rule asks for something.');
}
