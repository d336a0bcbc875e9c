import type { HistoryView } from '../model/history-view.js';
import type { About, Broken } from '../model/invariant.js';

/**
 * A finding for every try in which the receiver redirected the sender to another host. No sender may follow: its key and
 * its credential are meant for one host. The kit has not.
 */
export function redirectsIn({
  tries,
}: HistoryView): readonly (Broken & { readonly invariant: string; readonly about: About })[] {
  return tries.flatMap((each) => {
    const [first, ...others] = each.of('redirect-not-followed');
    const started = first === undefined ? undefined : each.exchange(first.exchange)?.started;
    if (first === undefined || started === undefined) return [];
    const { method, path } = started.request;
    return [
      {
        invariant: 'no-redirect-to-another-host',
        about: 'answer' as const,
        attempt: each.name,
        action: started.action,
        sentence: `The receiver redirected ${method} ${path} to ${first.to}; the kit has not followed.`,
        expected: 'an answer from the host that was asked',
        actual: `a redirect to ${first.to}${others.length === 0 ? '' : `, and ${others.length} more to other hosts`}`,
        events: [started.seq, first.seq],
      },
    ];
  });
}
