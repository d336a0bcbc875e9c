/**
 * An address that an answer names, as a path below the base address, so that the target's own address and credential
 * are added to it; null where it is elsewhere, and must not be followed.
 */
export function pathBelow(address: string, baseUrl: string): string | null {
  const base = new URL(baseUrl);
  const url = URL.canParse(address, baseUrl) ? new URL(address, base) : null;
  if (url === null || url.origin !== base.origin) return null;
  const prefix = base.pathname.replace(/\/$/, '');
  const path = `${url.pathname}${url.search}`;
  if (prefix === '' || path === prefix) return path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}
