import type { Flaw } from './flaw.js';

/** Answers from an open transaction and commits it a second after its last write. */
export const acknowledgesBeforeCommit: Flaw = {
  name: 'acknowledges-before-commit',
  requirement: 'durability/acknowledged-survives-kill',
  summary: 'Answers from an open transaction and commits it a second after its last write.',
  needs: 'process',
  apply: (parts) => {
    const { store, clock } = parts;
    let forget = (): void => undefined;
    const commit = () => {
      if (store.database.inTransaction) store.database.exec('COMMIT');
    };
    return {
      ...parts,
      store: {
        ...store,
        atomically: (work) => {
          if (!store.database.inTransaction) store.database.exec('BEGIN IMMEDIATE');
          forget();
          forget = clock.at(commitMs, commit);
          return store.atomically(work);
        },
        close: () => {
          commit();
          store.close();
        },
      },
    };
  },
};

const commitMs = 1000;
