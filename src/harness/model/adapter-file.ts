import type { Adapter } from './adapter.js';
import type { HttpRequest } from './exchange.js';
import type { Control } from './step.js';

/** A receiver that the kit starts and ends itself. */
export interface ProcessControl {
  /** The words of the command for a port. */
  command(port: number): readonly string[];
  /** The path that is answered below 500 once the receiver is ready. */
  readonly readyPath: string;
  readonly stop: 'SIGTERM' | 'SIGINT' | 'SIGKILL';
  readonly env: Readonly<Record<string, string>>;
}

/** How a control is carried out: by a request without credential, or by a command that ends when it is done. */
export type Hook =
  | { readonly by: 'request'; readonly request: HttpRequest }
  | { readonly by: 'command'; readonly command: readonly string[] };

/** What can be asked of the receiver besides exchanges, ready to be carried out. */
export interface ControlSection {
  /** The receiver's process, where the kit is to own it: restart and kill are the kit's then. */
  readonly process: ProcessControl | null;
  /** How a control is carried out, or null where the file does not say. */
  hook(control: Control): Hook | null;
}

/** What an adapter that is a module is made from. */
export interface AdapterContext {
  /** Environment variables by name: the only place for secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch; there is no other clock in a codec. */
  readonly now: () => number;
  /** The address of a receiver that the kit has started, in place of the module's own. */
  readonly baseUrl?: string;
  /** The way to the create that the command line asks for (`--variant`). */
  readonly variant?: string;
}

/** The default export of an adapter that is a module, for what YAML cannot say. */
export type AdapterModule = (context: AdapterContext) => AdapterFile | Promise<AdapterFile>;

/** An adapter file, read: the adapter itself and what the file says to those who run it. */
export interface AdapterFile {
  /** Clean-up is `adapter.remove`. */
  readonly adapter: Adapter;
  /** Hosts that may be written to, and environment variables that must be set for it; checked by who runs it. */
  readonly guard: { readonly allowHosts: readonly string[]; readonly requireEnv: readonly string[] };
  readonly control: ControlSection | null;
  /** A file (PEM, its path from the adapter's folder) with a certificate authority of the target, besides those that Node knows. */
  readonly caFile?: string | null;
  /** Parts of the file that were read and are not acted upon, in words. */
  readonly notes: readonly string[];
}
