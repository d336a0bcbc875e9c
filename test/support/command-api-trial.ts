import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { HistoryEvent } from '../../src/harness/model/event.js';
import type { Report } from '../../src/harness/model/report.js';
import { builtFile } from './built-receiver.js';
import { say, testKit } from './kit.js';
import { temporaryFolder } from './temporary-folder.js';

/** What a run on the command API came to. */
export interface CommandApiTrial {
  readonly code: number;
  readonly report: Report;
  readonly histories: readonly HistoryEvent[];
  /** All that was printed, for a test that fails. */
  readonly out: string;
}

/** Many counts wait until a relay that died has lost its lease. */
const leaseMs = 400;

/** Puts the command API on trial, as a process of its own that the kit may kill and start again. */
export async function tryCommandApi(
  data: string,
  only: readonly string[],
  more: { readonly flaw?: string; readonly effort?: string } = {},
): Promise<CommandApiTrial> {
  const { flaw, effort = 'quick' } = more;
  const folder = temporaryFolder();
  const file = join(folder, 'command-api.yaml');
  const contract = parse(readFileSync(testKit().bundled.commandApi.file, 'utf8')) as {
    readonly control: object;
    readonly observe: object;
    readonly async: object;
  };
  const program = [process.execPath, builtFile('reference-receiver/command/main.js'), '--port', '{{port}}'];
  const command = [...program, '--data', data, '--controls', '--spare-disk', '--lease-ms', String(leaseMs)];
  const ready = { path: '/healthz' };
  const child = { command: flaw === undefined ? command : [...command, '--flaw', flaw], ready };
  const quicker = {
    observe: { ...contract.observe, settle: `${leaseMs * 2}ms` },
    async: { ...contract.async, every: `${leaseMs / 20}ms` },
  };
  const control = { ...contract.control, process: child };
  writeFileSync(file, stringify({ ...contract, ...quicker, control }));
  const out = join(folder, 'report');
  const words = ['run', file, '--effort', effort, '--seed', '1', '--out', out];
  const environment = { COMMAND_API_URL: 'http://127.0.0.1:9' };
  const said = await say([...words, ...only.flatMap((each) => ['--only', each])], { environment });
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  const histories = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(out, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as HistoryEvent);
  return { code: said.code, report, histories, out: `${said.out}\n${said.err}` };
}
