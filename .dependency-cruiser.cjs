/** The layers, held by the tool. Each comment says what a rule protects, for whoever trips over it. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [from, ...allowed] },
});
const inside = (folder) => `^src/harness/${folder}/`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Data flows one way; a cycle means that two rooms are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only(
      'receiver-stands-alone',
      'The receiver shares no code with the kit: a shared mistake would pass.',
      '^reference-receiver/',
      ['^node:', '^[a-z_/]+$', '^node_modules/(better-sqlite3|pg|@types)/'],
    ),
    only('model-imports-nothing', 'The nouns know nobody.', inside('model'), []),
    ...['faults', 'invariants', 'checker', 'check'].map((folder) =>
      only(
        `${folder}-are-pure`,
        'Pure functions over the model: no I/O, no time, no chance, so that an old history gets the same verdict.',
        inside(folder),
        [inside('model')],
      ),
    ),
    only('reports-read-only-reports', 'Every format is made from the Report value alone.', inside('report'), [
      inside('model'),
    ]),
    only(
      'judge-reads-histories',
      'Verdicts come from histories and levels, never from a live target.',
      inside('judge'),
      [inside('model'), '^src/harness/plan/levels'],
    ),
    only(
      'scenarios-are-data',
      'A scenario lays out steps and names promises; the harness acts.',
      '^src/scenarios/',
      [inside('model'), inside('faults'), inside('invariants'), inside('checker')],
    ),
    only(
      'adapters-are-codecs',
      'An adapter turns actions into requests and answers into outcomes; it never opens a socket.',
      '^src/adapters/yaml/',
      // vm alone can end a pattern that backtracks for ever.
      [inside('model'), '^node_modules/(yaml|@types)/', '^(node:)?vm$'],
    ),
    only(
      'in-process-mounts-the-receiver',
      'The one place where the kit meets the bundled receiver.',
      '^src/adapters/in-process/',
      [inside('model'), '^reference-receiver/index'],
    ),
    only(
      'dialects-translate',
      'A dialect is an adapter file told to the receiver as plain data.',
      '^src/adapters/dialect/',
      [inside('model'), '^src/adapters/yaml/', '^reference-receiver/index'],
    ),
    only('vendors-are-files', 'Ready contracts are files, and a list of them.', '^src/adapters/vendors/', [
      '^(node:)?fs$',
    ]),
    {
      name: 'harness-names-no-scenario-and-no-adapter',
      comment: 'They are handed in by src/cli.ts, so that the machine stays the same for all of them.',
      severity: 'error',
      from: { path: '^src/harness/' },
      to: { path: '^(src/scenarios|src/adapters|reference-receiver)/' },
    },
    {
      name: 'wire-owns-the-network',
      comment:
        'undici, msw and sockets live in wire; a free port and a child process in control; metrics are served.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/(wire|control)/|^src/harness/metrics/metrics-port' },
      to: {
        path: '^(node_modules/(undici|msw)/|net$|http$|https$|tls$|http2$|node:(net|http|https|tls|http2)$)',
      },
    },
    {
      name: 'sqlite-in-its-store',
      comment: 'One store, one room; the receiver has its own.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/sender/store/sqlite/' },
      to: { path: '^node_modules/better-sqlite3/' },
    },
    {
      name: 'postgresql-in-its-store',
      comment: 'The sender knows a ledger, and one room knows that it may be in PostgreSQL.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/sender/store/postgres/' },
      to: { path: '^node_modules/pg/' },
    },
    {
      name: 'postgresql-in-the-command-api',
      comment: 'Of the receiver, the command API alone may be in PostgreSQL, and one room of it knows.',
      severity: 'error',
      from: { path: '^reference-receiver/', pathNot: '^reference-receiver/command/store/postgres/' },
      to: { path: '^node_modules/pg/' },
    },
    {
      name: 'fast-check-in-the-campaign',
      comment: 'Sequences by chance are made in one room; everything else is laid out.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/run/campaign/' },
      to: { path: '^node_modules/fast-check/' },
    },
    {
      name: 'commander-in-the-cli',
      comment: 'The command line is one room.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/cli/' },
      to: { path: '^node_modules/commander/' },
    },
    {
      name: 'yaml-in-the-yaml-adapter',
      comment: 'YAML is a spelling of contracts, nothing else reads it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/yaml/' },
      to: { path: '^node_modules/yaml/' },
    },
    {
      name: 'metrics-in-their-room',
      comment: 'How figures are told to others is one room.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/harness/metrics/' },
      to: { path: '^node_modules/(@opentelemetry|prom-client)/' },
    },
    {
      name: 'vitest-in-its-room',
      comment:
        'It is the user’s own, and need not be there: nothing but the entry for suites may ask for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/vitest/' },
      to: { path: '^(node_modules/vitest/|src/vitest/)' },
    },
    only(
      'suites-run-trials',
      'A suite is another door to the same run: it puts nothing on trial by itself, and judges nothing.',
      '^src/vitest/',
      [
        inside('cli'),
        inside('model'),
        '^src/harness/plan/select',
        inside('report'),
        '^src/(installed|kit)',
        '^node_modules/(vitest|@types)/',
        '^(node:)?url$',
      ],
    ),
    {
      name: 'nothing-below-the-cli-knows-it',
      comment: 'Commands put the parts together; no part knows a command.',
      severity: 'error',
      from: { path: '^src/harness/(?!cli/)' },
      to: { path: inside('cli') },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
