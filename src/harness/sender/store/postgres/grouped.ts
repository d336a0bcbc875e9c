import { isAway } from '../is-away.js';

/** What became of one wish among others: its result, what its own decision threw, or that it has to go alone. */
export type InGroup<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'thrown'; readonly error: unknown }
  | { readonly kind: 'alone' };

/** What a decision comes to, or what it throws. */
export function decided<Result>(decide: () => Result): InGroup<Result> {
  try {
    return { kind: 'done', result: decide() };
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

/** Carries out wishes in one transaction, with an answer to each in its place; throws where it fails as a whole. */
type Carrying<Wish, Result> = (wishes: readonly Wish[]) => Promise<readonly InGroup<Result>[]>;

interface Waiting<Wish, Result> {
  readonly wish: Wish;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const mostInGroup = 100;

/**
 * Carries out what is wanted in one turn of the event loop, or while a group is under way, as one transaction: its
 * commit is waited for once. Each is told after that commit what became of it, as if it had gone alone. No group holds
 * two wishes for one key.
 */
export function grouped<Wish extends { readonly key: string }, Result>(
  carrying: Carrying<Wish, Result>,
): (wish: Wish) => Promise<Result> {
  const waiting: Waiting<Wish, Result>[] = [];
  let isUnderWay = false;
  const carryAll = async (): Promise<void> => {
    while (waiting.length > 0) await carryOut(carrying, nextGroup(waiting));
    isUnderWay = false;
  };
  return (wish) =>
    new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      setImmediate(() => void carryAll());
    });
}

/** The oldest wish for each key, in their order; those behind them wait for the next group. */
function nextGroup<Wish extends { readonly key: string }, Result>(
  waiting: Waiting<Wish, Result>[],
): readonly Waiting<Wish, Result>[] {
  const group = new Map<string, Waiting<Wish, Result>>();
  const later: Waiting<Wish, Result>[] = [];
  for (const each of waiting.splice(0)) {
    if (group.size < mostInGroup && !group.has(each.wish.key)) group.set(each.wish.key, each);
    else later.push(each);
  }
  waiting.push(...later);
  return [...group.values()];
}

const unanswered = { kind: 'thrown', error: new Error('A wish had no answer.') } as const;

/** Never throws: whatever goes wrong is told to those who wait. */
async function carryOut<Wish, Result>(
  carrying: Carrying<Wish, Result>,
  group: readonly Waiting<Wish, Result>[],
): Promise<void> {
  try {
    const became = await carrying(group.map(({ wish }) => wish));
    for (const [index, each] of group.entries()) tell(carrying, each, became[index] ?? unanswered);
  } catch (error) {
    // Where one of several asked for what cannot be written, the others are not to suffer for it.
    const isOfAll = group.length === 1 || isAway(error);
    for (const each of group) tell(carrying, each, isOfAll ? { kind: 'thrown', error } : { kind: 'alone' });
  }
}

function tell<Wish, Result>(
  carrying: Carrying<Wish, Result>,
  each: Waiting<Wish, Result>,
  became: InGroup<Result>,
): void {
  if (became.kind === 'done') each.resolve(became.result);
  else if (became.kind === 'thrown') each.reject(became.error);
  else void carryOut(carrying, [each]);
}
