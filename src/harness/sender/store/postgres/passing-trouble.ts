/**
 * True for what goes away by itself and says nothing of what was asked: a server that is down, starts or stops, a
 * connection that broke, too many of them, a deadlock, a time limit. Codes: PostgreSQL, appendix A, and Node's own.
 */
export function isPassingTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isPassingTrouble);
  const code = 'code' in error ? String(error.code) : '';
  return passingCodes.test(code) || (code === '' && brokenConnection.test(error.message));
}

const passingCodes =
  /^(08...|57P0[1235]|25P0[34]|53...|40001|40P01|55P03|57014|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN))$/;

/** What `pg` says of a connection in words alone. */
const brokenConnection =
  /connection (terminated|timeout|ended|error)|timeout exceeded when trying to connect|timeout expired|not queryable|query read timeout|client was closed/i;
