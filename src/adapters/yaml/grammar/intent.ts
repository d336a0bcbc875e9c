import { documented, mapping, required, standard } from '../reading/groups.js';
import { choice, pointer } from '../reading/scalars.js';

/** The section `intent`: the second boundary, a business member that is unique whatever the key. */
export const intent = mapping('intent', {
  field: documented(
    'The business member of the body of create. Where the sample has it, every action gets a value of its own there; where it has not, only requirements about intents send one.',
    required(pointer),
  ),
  repeat: documented(
    'What another key with the same intent and the same content is answered; there is one record in any case.',
    standard(choice(['same_record', 'reject', 'undocumented']), 'undocumented'),
  ),
  differs: documented(
    'What another key with the same intent and other content is answered; there is one record in any case.',
    standard(choice(['reject', 'same_record', 'update', 'undocumented']), 'undocumented'),
  ),
});
