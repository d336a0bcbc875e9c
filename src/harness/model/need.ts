import type { FieldRole } from './contract.js';
import type { WireEffectKind } from './exchange.js';

/** What a scenario cannot do without: an operation, a credential, a field, a control, a wire effect. */
export type Need =
  | 'observe'
  | 'lookup'
  | 'fetch'
  | 'update'
  | 'delete'
  | 'second-operation'
  | 'invalid-sample'
  | 'vary'
  | 'kept-fields'
  | 'kept-variation'
  | 'json-body'
  | 'key-mode'
  | 'intent'
  | 'header-key'
  | 'key-max'
  | 'retention-window'
  | 'other-tenant'
  | 'renewed-credential'
  | 'refused-credential'
  | `field:${FieldRole}`
  | `wire:${WireEffectKind}`
  | 'wire:sockets'
  | 'burst'
  /** A burst as streams of one connection: the receiver speaks HTTP/2. */
  | 'burst:streams'
  | 'move-clock'
  | 'slow'
  | 'fail-next'
  | 'throttle-next'
  | 'restart'
  | 'kill'
  | 'worker-process'
  | 'load-budget';
