import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Tasks in an append-only file, one JSON line each, on the disk before `add` returns; read again at the start.
 * A half line at the end, left by a crash, was never acknowledged and is cut off.
 */
export function openTaskFile(path) {
  const descriptor = openSync(path, 'a+');
  const text = readFileSync(descriptor, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) ftruncateSync(descriptor, Buffer.byteLength(whole));
  const tasks = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return {
    add(task) {
      writeSync(descriptor, `${JSON.stringify(task)}\n`);
      fsyncSync(descriptor);
      tasks.push(task);
      byId.set(task.id, task);
    },
    get: (id) => byId.get(id),
    /** The tasks of a reference, or all, from the one after `cursor` on; `next` is the cursor of the next page. */
    page({ reference, cursor, limit }) {
      const found = tasks.filter((task) => reference === undefined || task.reference === reference);
      const from = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
      const data = found.slice(from, from + limit);
      const more = from + limit < found.length;
      return { data, next: more ? data.at(-1).id : null };
    },
    close: () => closeSync(descriptor),
  };
}
