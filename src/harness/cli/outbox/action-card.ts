import type { ApprovalRules } from '../../model/approval-rules.js';
import { atPointer } from '../../model/json.js';
import { longest, oneLine } from '../../report/shown-text.js';
import type { ApprovedLine } from './approve-file.js';

/**
 * What a person looks at before an action is accepted: what would become of it and why, what would be asked of which
 * receiver, the values that rules are about, who asked and who approves, and on what data that was decided.
 */
export function actionCard(
  line: ApprovedLine,
  { rules, origin }: { rules: ApprovalRules | null; origin: string },
): string {
  const { intent, payload } = line;
  const { request, data = null, requestedBy = null, approvedBy = null } = intent;
  const pointers = new Set(rules?.rules.flatMap(pointersOf));
  const values = [...pointers].flatMap((at) => {
    const value = atPointer(payload, at);
    return value === undefined ? [] : [`${at} ${JSON.stringify(value)}`];
  });
  const people = [
    ...(requestedBy === null ? [] : [`asked for by ${quoted(requestedBy)}`]),
    ...(approvedBy === null ? [] : [`approved by ${quoted(approvedBy)}`]),
    ...(data === null ? [] : [`decided on ${quoted(data.object)} at version ${quoted(data.version)}`]),
  ];
  const facts = [`${request.method} ${request.path} at ${origin}`, values.join(', '), people.join(', ')];
  const head = `line ${String(line.line)}: ${quoted(intent.name)} would be ${saidOf[line.result]}`;
  const lines = [head, ...facts.filter((fact) => fact !== '').map(shown), ...breachLines(line)];
  return `${lines.join('\n  ')}\n`;
}

/** Why a line was refused, one line for each rule: by its name, with the action that stands in the way. */
export function breachLines({ breaches }: Pick<ApprovedLine, 'breaches'>): readonly string[] {
  return breaches.map(({ rule, why, standing }) => {
    const way = standing === null ? '' : `; ${quoted(standing)} stands in the way`;
    return shown(`${quoted(rule)}: ${why}${way}`);
  });
}

const saidOf: Readonly<Record<ApprovedLine['result'], string>> = {
  recorded: 'recorded',
  renewed: 'renewed, on other data',
  repeated: 'repeated, which changes nothing',
  refused: 'refused',
  'left-out': 'left out',
};

function pointersOf({ when, demand }: ApprovalRules['rules'][number]): readonly string[] {
  const asked = demand.kind === 'approver' ? [demand.amount] : demand.per;
  return [...when.map(({ at }) => at), ...asked];
}

/** A text as it may stand on a terminal, with quotes. */
export function quoted(text: string): string {
  return shown(JSON.stringify(text));
}

/** A card is there to be believed: nothing on it steers the terminal, or shows itself as something else. */
function shown(text: string): string {
  return oneLine(text, longest.command);
}
