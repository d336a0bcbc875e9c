/** What was published, in milliseconds: 3,000 new requests and 600 replays at 200/s, pooled. */
export const published = { new: { p50: 3.003, p95: 4.102, p99: 7.629 }, replay: { p95: 3.064 } };

/** The results as a page. */
export function markdownOf(results) {
  const { environment, options, figures, scenarios, delivery, beyond, backlog, reconciled } = results;
  const { accepted, relayed } = figures;
  return [
    '# The experiment, repeated',
    '',
    `Command API on ${environment.database}: ${options.trials} trials of an open loop at ${options.rate}/s, each with ${options.new} new`,
    `requests and ${options.replays} replays; and the same with a relay at work in the same process, which delivers each order to`,
    'the ERP meanwhile, in two more transactions. Milliseconds of service, from the start of a request to the end of its answer.',
    `Node ${environment.node}, ${environment.cores} × ${environment.processor}; client, server and database are three processes,`,
    `the machine had a load of ${environment.load.toFixed(1)} in the last minute of it, and all of it took ${Math.round(environment.tookS)} s.`,
    ...(environment.flaw === null ? [] : ['', `**The command API has the flaw ${environment.flaw}.**`]),
    '',
    '**Machines differ.** The published figures are of another machine, language and load beside them, with client and server in',
    'one process. Side by side they say of what order the cost of the protocol is, and no more.',
    '',
    'Service is what a request takes once it is sent; the wait for its turn is how late it was sent, and stands apart.',
    '',
    '![Latency by percentile: new requests, replays and the wait for a turn, beside the published figures](plot.svg)',
    '',
    '| milliseconds | published | accepted | with a relay at work |',
    '| --- | --- | --- | --- |',
    ...['p50', 'p95', 'p99'].map((each) => figureLine('new', each, { accepted, relayed })),
    ...['p50', 'p95', 'p99'].map((each) => figureLine('replay', each, { accepted, relayed })),
    ...['p50', 'p95', 'p99'].map((each) => waitLine(each, { accepted, relayed })),
    '',
    '| trial | requests | errors | replays with other ids | orders | events | requests/s | records in the ERP | discrepancies |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...[...results.accepted, ...results.relayed].map((each) => trialLine(each, reconciled)),
    '',
    `What was accepted without a relay, ${backlog.events} events, was delivered by one in ${Math.round(backlog.tookMs)} ms.`,
    '',
    '| course | holds | seen |',
    '| --- | --- | --- |',
    ...[...scenarios, ...beyond].map(
      ({ name, holds, seen }) => `| ${name} | ${holds ? 'yes' : 'NO'} | ${inWords(seen)} |`,
    ),
    '',
    `${delivery.count} events were delivered in ${Math.round(delivery.tookMs)} ms, from the first request on; ${delivery.orders} orders`,
    `against ${delivery.records} records of the ERP: ${delivery.discrepancies} discrepancies.`,
    '',
  ].join('\n');
}

function figureLine(kind, quantile, { accepted, relayed }) {
  const values = [published[kind], accepted[kind], relayed[kind]].map((each) => shown(each[quantile]));
  return `| ${kind}, ${quantile} | ${values.join(' | ')} |`;
}

function waitLine(quantile, { accepted, relayed }) {
  const values = [accepted, relayed].map(({ wait }) => shown(wait[quantile]));
  return `| wait for a turn, ${quantile} | – | ${values.join(' | ')} |`;
}

function trialLine(each, reconciled) {
  const held = reconciled.find(({ trial }) => trial === each.reference);
  const values = [
    each.reference,
    each.requests,
    each.errors,
    each.replaysWithOtherIds,
    each.orders,
    each.events,
    each.perSecond.toFixed(1),
    held.records,
    held.discrepancies,
  ];
  return `| ${values.join(' | ')} |`;
}

function shown(ms) {
  return ms == null ? '–' : ms.toFixed(1);
}

function inWords(seen) {
  return Object.entries(seen)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}
