/**
 * This machine, by an address that can be no other, or by the one name that stands for it (RFC 6761). What a name
 * resolves to is not asked: it could be another answer by the time of a request.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
