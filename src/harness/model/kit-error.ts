/** The process exit codes (sysexits for usage, unreachable and internal trouble); one meaning each. */
export const exitCodes = {
  conforms: 0,
  doesNotConform: 1,
  inconclusive: 2,
  baseline: 3,
  usage: 64,
  unreachable: 69,
  kitFault: 70,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Stable names of the operator's mistakes and of what surrounds the kit; match on these, not on the text. */
export type KitErrorCode =
  | 'BAD_USAGE'
  | 'BAD_FILE'
  | 'NOTHING_SELECTED'
  | 'NOT_ALLOWED'
  | 'SECRET_MISSING'
  | 'HISTORY_BROKEN'
  | 'TARGET_UNREACHABLE'
  | 'OUTBOX_UNREACHABLE'
  | 'KIT_FAULT';

/** What the operator got wrong or what is missing around the kit, in three parts; never what the receiver did. */
export class KitError extends Error {
  readonly code: KitErrorCode;
  readonly happened: string;
  readonly expected: string;
  readonly next: string;

  constructor(
    code: KitErrorCode,
    parts: { happened: string; expected: string; next: string },
    cause?: unknown,
  ) {
    super(`${parts.happened}\n  expected: ${parts.expected}\n  to do:    ${parts.next}`, { cause });
    this.name = 'KitError';
    this.code = code;
    this.happened = parts.happened;
    this.expected = parts.expected;
    this.next = parts.next;
  }
}

/** The exit code that an operator's mistake ends with. */
export function exitCodeOf(code: KitErrorCode): ExitCode {
  switch (code) {
    case 'TARGET_UNREACHABLE':
    case 'OUTBOX_UNREACHABLE':
      return exitCodes.unreachable;
    case 'KIT_FAULT':
      return exitCodes.kitFault;
    case 'BAD_USAGE':
    case 'BAD_FILE':
    case 'NOTHING_SELECTED':
    case 'NOT_ALLOWED':
    case 'SECRET_MISSING':
    case 'HISTORY_BROKEN':
      return exitCodes.usage;
  }
}
