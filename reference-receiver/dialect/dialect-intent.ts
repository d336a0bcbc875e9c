import { recordOfIntent } from '../create/intent.js';
import type { Answer } from '../http/answer.js';
import type { CreateWork, Parts } from '../parts.js';
import type { IntentRow } from '../store/intents.js';
import { answerOf } from './answer-form.js';
import type { AnswerForm, Dialect } from './dialect.js';
import { shownRecord, valuesOf } from './dialect-record.js';

/** What a dialect does with an intent that comes again under another key. */
export function intentParts(dialect: Dialect, sound: Parts): Pick<Parts, 'intentRepeated' | 'intentDiffers'> {
  const { answers, intent } = dialect;
  const told: Parts['intentRepeated'] = (parts, call, row) =>
    shown(dialect, parts, call, row, answers.replayed);
  const updated: Parts['intentDiffers'] = (parts, call, row) => {
    parts.store.records.write(recordOfIntent(parts, call, row), call.payload);
    return shown(dialect, parts, call, row, answers.updated);
  };
  const refused: Parts['intentDiffers'] = (parts, call, row) => sound.intentDiffers(parts, call, row);
  const differs = { reject: refused, 'same-record': told, update: updated } as const;
  return {
    intentRepeated: intent?.repeat === 'reject' ? refused : told,
    intentDiffers: differs[intent?.differs ?? 'reject'],
  };
}

function shown(dialect: Dialect, parts: Parts, call: CreateWork, row: IntentRow, form: AnswerForm): Answer {
  const record = recordOfIntent(parts, call, row);
  return answerOf(form, valuesOf(record), shownRecord(dialect, record));
}
