import { isJsonObject, sameJson, type Json, type JsonObject } from '../../model/json.js';

const longestValue = 160;
const mostDifferences = 20;

/** Where what is told differs from what was made again: the place of each member, and both values. */
export function differences(told: JsonObject, made: JsonObject): readonly string[] {
  const all = membersApart(told, made, '');
  const more = all.length - mostDifferences;
  return more > 0 ? [...all.slice(0, mostDifferences), `${more} more differences`] : all;
}

function membersApart(told: JsonObject, made: JsonObject, place: string): readonly string[] {
  // A report of an earlier version lacks members that this one makes.
  const names = place === '' ? Object.keys(told) : [...new Set([...Object.keys(told), ...Object.keys(made)])];
  return names.flatMap((name) => apart(told[name], made[name], place === '' ? name : `${place}.${name}`));
}

function apart(told: Json | undefined, made: Json | undefined, place: string): readonly string[] {
  if (sameJson(told, made)) return [];
  if (isJsonObject(told) && isJsonObject(made)) return membersApart(told, made, place);
  if (Array.isArray(told) && Array.isArray(made) && told.length === made.length) {
    return told.flatMap((each: Json, index) =>
      apart(each, (made as readonly Json[])[index], `${place}[${nameOf(each) ?? String(index)}]`),
    );
  }
  return [`${place}: the report says ${shown(told)}, its evidence ${shown(made)}`];
}

/** The entries and lines of a report go by their names. */
function nameOf(each: Json): string | null {
  const name = isJsonObject(each) ? (each['id'] ?? each['claim']) : null;
  return typeof name === 'string' ? name : null;
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
