/** What was found where somebody looked for a target. */
export type Sighting =
  | { readonly kind: 'there' }
  /** Its process, which the kit had started, was dead, and is started again. */
  | { readonly kind: 'started-again'; readonly why: string; readonly output: string }
  /** It is gone for good. `output` is the last of what its process printed; null where the kit had not started it. */
  | { readonly kind: 'gone'; readonly why: string; readonly output: string | null };

/** How one finds out whether a target is still there. */
export interface Presence {
  /** True where its process is known to have ended by itself; costs nothing to ask. */
  hasFallen(): boolean;
  /** Looks for it some seconds long, once the controls under way have ended; rejects only when interrupted. */
  look(signal: AbortSignal): Promise<Sighting>;
}
