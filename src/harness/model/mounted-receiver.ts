import type { Need } from './need.js';
import type { Control } from './step.js';

/** A receiver in this very process: a web-standard handler, with the controls that it offers. */
export interface MountedReceiver {
  handle(request: Request, context: { readonly connection: string }): Promise<Response>;
  readonly offers: readonly Need[];
  carryOut(control: Control): Promise<void>;
  close(): void;
}
