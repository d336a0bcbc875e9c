import type { Step, UpdateStep } from '../model/step.js';
import type { TryRun } from './try-run.js';

const unknownRecordId = 'twiceshy-no-such-record';

/** Changes one member of an action's record, expecting the version that the step names. */
export async function update(run: TryRun, step: UpdateStep): Promise<void> {
  const { update: codec } = run.target.adapter;
  if (codec === null) throw new Error('An update needs a target that offers one.');
  const { name } = run.facts(step.action);
  const version = step.unknownRecord === true ? '1' : await versionOf(run, step);
  const id = step.unknownRecord === true ? `${unknownRecordId}-${run.keys.fresh(name)}` : run.ids.get(name);
  if (id === undefined || version === null) return;
  // So that a fetch can tell whether the update made a record under the id that it named.
  if (step.unknownRecord === true) run.ids.set(name, id);
  const { exchange, outcome } = await run.exchange(codec.request({ id, version, value: step.value }), {
    purpose: 'update',
    by: 'runner',
    action: name,
    credential: 'main',
    read: (answer) => codec.outcome(answer),
  });
  if (outcome === null) return;
  run.recorder.record({
    type: 'update-answered',
    action: name,
    exchange,
    version,
    pointer: codec.field.read,
    value: step.value,
    outcome,
    expect: step.expect ?? null,
  });
}

/** The version to expect: read once and remembered for `first`, read now for `latest`. */
export async function versionOf(run: TryRun, step: UpdateStep): Promise<string | null> {
  const { name } = run.facts(step.action);
  const remembered = run.versions.get(name);
  if (step.version === 'first' && remembered !== undefined) return remembered;
  const { update: codec, fetch } = run.target.adapter;
  const id = run.ids.get(name);
  if (codec === null || fetch === null || id === undefined) return null;
  const { exchange, answer } = await run.exchange(fetch.request(id), {
    purpose: 'fetch',
    by: 'runner',
    action: name,
    credential: 'main',
  });
  const finding = fetch.read(answer);
  run.recorder.record({
    type: 'fetched',
    action: name,
    id,
    credential: 'main',
    exchange,
    finding,
    expect: null,
  });
  const version = finding.kind === 'found' ? codec.version(finding.fields) : null;
  if (version !== null && remembered === undefined) run.versions.set(name, version);
  return version;
}

/** Deletes an action's record. */
export async function remove(run: TryRun, step: Extract<Step, { do: 'delete' }>): Promise<void> {
  const { remove: codec } = run.target.adapter;
  const id = run.ids.get(step.action.name);
  if (codec === null) throw new Error('A delete needs a target that offers one.');
  if (id === undefined) return;
  const { exchange, answer } = await run.exchange(codec.request(id), {
    purpose: 'delete',
    by: 'runner',
    action: step.action.name,
    credential: 'main',
  });
  run.recorder.record({
    type: 'delete-answered',
    action: step.action.name,
    exchange,
    gone: codec.gone(answer),
  });
}
