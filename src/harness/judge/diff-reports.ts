import { exitCodes } from '../model/kit-error.js';
import type { Entry, Policy, Report } from '../model/report.js';
import type { ChangeKind, ReportDiff, RequirementChange } from '../model/report-diff.js';
import { counted } from '../model/spelled.js';
import { grades, type Grade, type Verdict } from '../model/verdict.js';
import { contractDrift } from './contract-drift.js';
import { reportName, unlikeTrials } from './report-name.js';

/**
 * What two reports have apart, the older first. Worse is what passed and does so no longer though it was tried, what is
 * found to fail for the first time, and a weaker grade. `strict` takes what is no longer exercised for worse too.
 */
export function diffReports(
  old: Report,
  young: Report,
  { strict }: { readonly strict: boolean },
): ReportDiff {
  const ids = [...new Set([...young.entries, ...old.entries].map(({ id }) => id))];
  const pairs = ids.map((id) => ({ id, before: entryIn(old, id), after: entryIn(young, id) }));
  const names = { old: reportName(old), new: reportName(young) };
  const parts = {
    settledInBoth: pairs.filter(({ before, after }) => isSettled(before) && isSettled(after)).length,
    changes: pairs.flatMap(({ before, after }) => changeOf(before, after) ?? []),
    contract: contractDrift([old.contract, young.contract]),
    grade: { ...gradesOf(old, young), kind: gradeChange(gradesOf(old, young)) },
    policy: policyDrift(old.grade.policy, young.grade.policy),
  };
  const otherTarget =
    names.old.target === names.new.target
      ? []
      : [`The targets differ: ${names.old.target} and ${names.new.target}.`];
  return {
    ...names,
    notes: [...otherTarget, ...unlikeTrials(names.old, names.new)],
    ...parts,
    conclusion: concludeDiff(parts, young.complete, strict),
  };
}

function entryIn({ entries }: Report, id: string): Entry | null {
  return entries.find((entry) => entry.id === id) ?? null;
}

function isSettled(entry: Entry | null): boolean {
  return entry !== null && (entry.verdict === 'pass' || entry.verdict === 'fail');
}

function changeOf(before: Entry | null, after: Entry | null): RequirementChange | null {
  const entry = after ?? before;
  const kind = kindOf(before, after);
  if (entry === null || kind === null) return null;
  return {
    id: entry.id,
    title: entry.title,
    kind,
    old: standing(before),
    new: standing(after),
    what: inWords(before, after, kind),
  };
}

function standing(entry: Entry | null): RequirementChange['old'] {
  return entry === null ? null : { level: entry.level, verdict: entry.verdict };
}

/** How far a requirement was tried: not at all, without an end, to an end. */
function reachOf(entry: Entry | null): 'untried' | 'open' | 'settled' {
  const untried: readonly Verdict[] = ['not-exercised', 'blocked'];
  if (entry === null || untried.includes(entry.verdict)) return 'untried';
  return isSettled(entry) ? 'settled' : 'open';
}

function kindOf(before: Entry | null, after: Entry | null): ChangeKind | null {
  const [was, is] = [reachOf(before), reachOf(after)];
  if (was === 'untried' && is === 'untried') return null;
  if (is === 'untried') return 'no longer exercised';
  // A survey judges nothing, so that nothing of it is better or worse.
  const judges = after?.level !== 'SURVEY';
  if (was === 'untried') return after?.verdict === 'fail' && judges ? 'worse' : 'newly exercised';
  const [old, young] = [weightOf(before), weightOf(after)];
  if (old === young) return before?.level === after?.level ? null : 'otherwise changed';
  if (!judges) return 'otherwise changed';
  return young > old ? 'worse' : 'better';
}

/** How bad it is: held, not settled, says the wrong thing, does the wrong thing. */
function weightOf(entry: Entry | null): number {
  if (entry?.verdict === 'pass') return 0;
  if (entry?.verdict !== 'fail') return 1;
  return entry.effect === 'broken' ? 3 : 2;
}

function inWords(before: Entry | null, after: Entry | null, kind: ChangeKind): string {
  const was = before === null ? 'not asked' : wordOf(before);
  const is = after === null ? 'not asked' : wordOf(after);
  const step = `${was} → ${is}`;
  const [finding] = after?.findings ?? [];
  if (kind !== 'better' && after?.verdict === 'fail' && finding !== undefined)
    return `${step}: ${finding.sentence}`;
  const why = after?.why ?? '';
  return why === '' ? step : `${step}: ${why}`;
}

function wordOf({ level, verdict, effect }: Entry): string {
  const side = effect === 'broken' ? ' in effect' : ' in answer alone';
  return `${level} ${verdict.replace('-', ' ')}${verdict === 'fail' ? side : ''}`;
}

function gradesOf(old: Report, young: Report): { readonly old: Grade | null; readonly new: Grade | null } {
  return { old: old.grade.reached, new: young.grade.reached };
}

/** No grade stands between the lowest and all others: less than these was shown, and more than that. */
function gradeChange({ old, new: young }: ReturnType<typeof gradesOf>): ReportDiff['grade']['kind'] {
  const order = [...grades.slice(0, -1), null, 'unsafe'];
  const step = order.indexOf(young) - order.indexOf(old);
  if (step === 0) return 'same';
  return step > 0 ? 'worse' : 'better';
}

function policyDrift(old: Policy, young: Policy): ReportDiff['policy'] {
  const { text: _, ...members } = young;
  return Object.keys(members).flatMap((member) => {
    const [was, is] = [old, young].map((policy) => JSON.stringify(policy[member as keyof Policy])) as [
      string,
      string,
    ];
    return was === is ? [] : [{ member, old: was, new: is }];
  });
}

function concludeDiff(
  { changes, grade, settledInBoth }: Pick<ReportDiff, 'changes' | 'grade' | 'settledInBoth'>,
  isComplete: boolean,
  strict: boolean,
): ReportDiff['conclusion'] {
  const of = (kind: ChangeKind): readonly RequirementChange[] => changes.filter((each) => each.kind === kind);
  const lost = of('no longer exercised').filter(({ old }) => old?.level !== 'SURVEY');
  const rest = [
    `${of('better').length} better`,
    `${of('newly exercised').length} newly exercised`,
    `${of('no longer exercised').length} no longer exercised`,
  ].join(', ');
  const worse = [
    ...(of('worse').length > 0
      ? [`${counted(of('worse').length, 'requirement is', 'requirements are')} worse`]
      : []),
    ...(grade.kind === 'worse' ? [`the grade was ${grade.old ?? 'none'} and is ${grade.new ?? 'none'}`] : []),
    ...(strict && lost.length > 0
      ? [`${counted(lost.length, 'requirement is', 'requirements are')} no longer exercised`]
      : []),
  ];
  if (worse.length > 0)
    return { exit: exitCodes.doesNotConform, sentence: `Worse: ${worse.join('; ')}; ${rest}.` };
  if (!isComplete)
    return {
      exit: exitCodes.inconclusive,
      sentence: `Nothing worse was seen, but the newer run was cut short: ${rest}.`,
    };
  if (settledInBoth === 0)
    return {
      exit: exitCodes.inconclusive,
      sentence: `Nothing can be said: no requirement was settled in both; ${rest}.`,
    };
  const base = `Nothing is worse in ${counted(settledInBoth, 'requirement')} settled in both`;
  return { exit: exitCodes.conforms, sentence: `${base}: ${rest}.` };
}
