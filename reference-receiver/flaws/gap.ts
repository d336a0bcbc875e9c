/** The time a real receiver spends waiting for its database: some turns of the event loop, in which others run. */
export async function gap(turns = usualTurns): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const usualTurns = 50;
