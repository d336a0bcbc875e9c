import type { Edit } from './contract.js';
import type { Json } from './json.js';

/** Whose hand a request is made with. `main` is the target's own; the others are the adapter file's `target.alt`. */
export type CredentialName = 'main' | 'other_tenant' | 'renewed' | 'refused';

/** An action as a scenario speaks of it; the runner makes the facts of it when it first meets it. */
export interface ActionPlan {
  /** The name within the scenario's try. */
  readonly name: string;
  /** The key, where its spelling matters; else one is made as the contract says. */
  readonly key?: string;
  /** The marker, where its spelling matters or several actions share one. */
  readonly marker?: string;
  /** The name of an action whose key this one has too. */
  readonly keyOf?: string;
  /** The name of an action whose marker this one has too, and with it the same sample payload. */
  readonly markerOf?: string;
  /**
   * The name under which this action's business intent is made, for several to have one. Without it the intent follows
   * the key, and is sent only where the sample payload has one.
   */
  readonly intentOf?: string;
  /** What differs from the adapter's sample payload. */
  readonly edits?: readonly Edit[];
}

/** One approved business intent with all that identifies it. */
export interface ActionFacts {
  readonly name: string;
  readonly key: string;
  readonly marker: string;
  readonly payload: Json;
}
