import type { Adapter } from '../model/adapter.js';
import type { ApprovalRules } from '../model/approval-rules.js';
import type { AdapterFile } from '../model/adapter-file.js';
import type { Json } from '../model/json.js';
import type { Clock } from '../model/clock.js';
import type { Invariant } from '../model/invariant.js';
import type { Need } from '../model/need.js';
import type { Playbook } from '../model/playbook.js';
import type { RemediationPattern } from '../model/remediation-pattern.js';
import type { ObservedContract } from '../model/observed-contract.js';
import type { Scenario } from '../model/scenario.js';
import type { Dialogue } from './init/dialogue.js';
import type { Mount } from '../run/in-process-source.js';

/** A deliberate defect, as `list --flaws` shows it. */
export interface FlawLine {
  readonly name: string;
  /** The requirement that must fail with it. */
  readonly requirement: string;
  readonly summary: string;
  /**
   * What it takes to show where the receiver in process cannot: real sockets, a process that can die, or a contract whose
   * creates are done later.
   */
  readonly needs?: 'sockets' | 'process' | 'jobs';
}

/** Everything that commands are made from; handed in by the entry, since the harness names no scenario and no adapter. */
export interface Kit {
  readonly version: string;
  readonly scenarios: readonly Scenario[];
  /** The promises of the sender's own ledger, judged over every history. */
  readonly senderPromises: readonly Invariant[];
  /** Ways to mend what may fail. */
  readonly patterns: readonly RemediationPattern[];
  /** What a campaign plays. */
  readonly sequences: Playbook;
  readonly receiverFlaws: readonly FlawLine[];
  /** Reads an adapter file; `baseUrl` puts a receiver that the kit started in place of the file's address, `variant` another create in place of its own. */
  readonly readAdapter: (text: string, file: string, baseUrl?: string, variant?: string) => AdapterFile;
  /** Reads a file of rules for approvals. */
  readonly readRules: (text: string, file: string) => ApprovalRules;
  /** The text of an adapter file with what was observed in place of what it claims; without a file, that part alone. */
  readonly writeObserved: (
    observed: ObservedContract,
    base: { readonly text: string; readonly file: string } | null,
  ) => string;
  /** The JSON Schema of adapter files, by which editors complete and check them. */
  readonly schemaFile: string;
  /** Files to start from. */
  readonly starts: {
    /** A commented file that uses the least of the grammar. */
    readonly blank: () => string;
    readonly ready: readonly ReadyContract[];
    /** The text at a place of a file, or null. */
    readonly textAt: (file: string, at: readonly string[]) => string | null;
    /** The file with another value at that place. */
    readonly fillIn: (file: string, at: readonly string[], value: Json) => string;
  };
  readonly bundled: {
    readonly file: string;
    readonly text: () => string;
    readonly mount: (flaw: string | null) => Mount;
    readonly offers: readonly Need[];
    /** The bearer token that it takes; no secret. */
    readonly token: string;
    /** The words that start it as a process of its own on a port, over a database file. */
    readonly command: (port: number, data: string, flaw: string | null) => readonly string[];
    readonly serve: (options: ServeOptions) => Promise<Served>;
    /** Orders that are accepted now and reach an ERP later. */
    readonly commandApi: {
      /** The adapter file that describes it. */
      readonly file: string;
      readonly flaws: readonly Pick<FlawLine, 'name' | 'summary'>[];
      readonly serve: (options: ServeCommandApiOptions) => Promise<Served>;
    };
  };
  /** The compiled file of a worker's process, where it is not the one beside its sources. */
  readonly workerProgram?: () => string;
  readonly clock: Clock;
  /** Chance that no seed repeats: for run ids alone. */
  readonly chance: (bytes: number) => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the report says of the machine. */
  readonly platform: { readonly node: string; readonly platform: string };
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Opens a dialogue with who sits at the terminal; null where nobody does. */
  readonly openDialogue: (() => Dialogue & { close(): void }) | null;
  readonly terminal: { readonly isTerminal: boolean; readonly colour: boolean; readonly width: number };
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A vendor's contract, ready to be filled in. */
export interface ReadyContract {
  readonly name: string;
  readonly text: () => string;
  /** The contract as the file states it, whatever is in the environment. */
  readonly read: () => Adapter;
}

/** The bundled receiver on a port. */
export interface Served {
  readonly url: string;
  /** Environment variables with which its own adapter file speaks to it; none where it speaks for itself. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** How the bundled receiver is served on a port. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly file: string;
  readonly flaw: string | null;
  readonly controls: boolean;
  /** The adapter file whose contract it is to keep; its own unless given. */
  readonly contract?: { readonly text: string; readonly file: string } | null;
}

/** How the command API is served on a port. */
export interface ServeCommandApiOptions extends Omit<ServeOptions, 'file' | 'contract'> {
  /** A database file, or `postgres://USER@HOST:PORT/DATABASE?schema=NAME`. */
  readonly data: string;
}
