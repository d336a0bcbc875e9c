import type { DeleteCodec, UpdateCodec } from '../../../harness/model/adapter.js';
import { atPointer, withPointer } from '../../../harness/model/json.js';
import type { Recogniser } from '../grammar/answers.js';
import { unlessTooSlow } from '../reading/bounded-match.js';
import { isStatus, matches, textOf, viewOf } from './answer-view.js';
import { isGone } from './look-up.js';
import { placed, recognised, recognitionOf } from './recognise.js';
import { preparedRequest } from './request.js';
import type { Setting } from './setting.js';

/** How an update's answer is read where the file does not say. */
const standardOutcomes: readonly Recogniser[] = [
  standardRule('throttled', [429]),
  standardRule('unknown', [408, 425]),
  standardRule('updated', ['2xx']),
  standardRule('rejected', ['4xx']),
];

function standardRule(is: Recogniser['is'], status: readonly (number | string)[]): Recogniser {
  return { is, when: [{ status, header: null, json: null, body_regex: null, transport: null }], id: null };
}

/** The codec that changes one member of a record, or null. */
export function updateCodec(setting: Setting): UpdateCodec | null {
  const { update, id } = setting.file;
  if (update === null) return null;
  const field = typeof update.field === 'string' ? { sent: update.field, read: update.field } : update.field;
  const recognisers =
    update.outcomes === null
      ? placed('standard update outcomes', standardOutcomes)
      : placed('update/outcomes', update.outcomes);
  const recognition = recognitionOf(setting, { recognisers, id });
  return {
    request: (change) => {
      const body = update.body ?? withPointer({}, field.sent, '{{value}}');
      const value = textOf(change.value) ?? JSON.stringify(change.value);
      const values = { id: change.id, version: change.version, value, run_id: setting.runId };
      return preparedRequest({ ...update, body }, values, setting.spelling, { value: change.value });
    },
    outcome: (answer) => recognised(recognition, answer),
    version: (fields) => (update.version === null ? null : textOf(atPointer(fields, update.version))),
    field,
  };
}

/** The codec that deletes one record, or null: gone with any 2xx, 404 or 410 unless the file says otherwise. */
export function removeCodec(setting: Setting): DeleteCodec | null {
  const remove = setting.file.delete ?? setting.file.cleanup;
  if (remove === null) return null;
  return {
    request: (id) => preparedRequest(remove, { id, run_id: setting.runId }, setting.spelling),
    gone: (answer) => {
      const { gone } = remove;
      if (gone !== null) {
        return unlessTooSlow(
          () => matches(gone, viewOf(answer)),
          () => false,
        );
      }
      return isGone(answer) || (answer.kind === 'answered' && isStatus(answer.status, '2xx'));
    },
  };
}
