import type { DialectConduct } from '../../../reference-receiver/index.js';
import type { Contract } from '../../harness/model/contract.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';

/** What a receiver does that keeps a contract; what is undocumented follows from the answers that the file can read. */
export function conductOf(contract: Contract, readable: ReadonlySet<OutcomeKind>): DialectConduct {
  const { mode, claims, scope } = contract;
  return {
    mode,
    replay: replayOf(contract),
    mismatch: mismatchOf(contract),
    inFlight: inFlightOf(contract, readable),
    failures: claims.failures === 'all' ? 'keep' : claims.failures === 'burnt' ? 'burn' : 'release',
    missingKey: missingKeyOf(contract, readable),
    afterExpiry: claims.after_expiry === 'refuse' ? 'refuse' : 'new-record',
    retentionMs: claims.after_expiry === 'replay' ? null : contract.retention.ms,
    scope: {
      credential: scope !== 'undocumented' && scope.includes('credential'),
      operation: scope === 'undocumented' || scope.includes('path') || scope.includes('method'),
    },
  };
}

function replayOf({ mode, claims }: Contract): DialectConduct['replay'] {
  switch (claims.replay) {
    case 'same_response':
      return 'stored';
    case 'same_id':
      return 'anew';
    case 'error_with_id':
    case 'error_only':
      return 'exists';
    case 'undocumented':
      return mode === 'insert_only' ? 'exists' : 'stored';
  }
}

function mismatchOf({ claims }: Contract): DialectConduct['mismatch'] {
  switch (claims.mismatch) {
    case 'reject':
      return 'reject';
    case 'replay_anyway':
      return 'replay';
    case 'update':
      return 'update';
    case 'new_record':
      return 'new-record';
    case 'undocumented':
      // What refuses every repeat refuses this one alike; any other receiver had better not acknowledge it.
      return claims.replay === 'error_with_id' || claims.replay === 'error_only' ? 'replay' : 'reject';
  }
}

/** Where no answer can say that a request is under way, the later one waits for the earlier. */
function inFlightOf({ claims }: Contract, readable: ReadonlySet<OutcomeKind>): DialectConduct['inFlight'] {
  if (claims.in_flight === 'may_duplicate') return 'run';
  return claims.in_flight === 'wait' || !readable.has('in-flight') ? 'wait' : 'reject';
}

function missingKeyOf(
  { claims }: Contract,
  readable: ReadonlySet<OutcomeKind>,
): DialectConduct['missingKey'] {
  if (claims.missing_key !== 'undocumented') return claims.missing_key === 'reject' ? 'reject' : 'run';
  return readable.has('key-refused') ? 'reject' : 'run';
}
