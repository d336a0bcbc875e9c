import type { Clock } from '../../model/clock.js';
import { openSession, type Http2Target } from './open-session.js';

/**
 * Whether the target of that URL speaks HTTP/2, asked by connecting and nothing else: over TLS it says so when the
 * protocol is agreed upon (ALPN), over plain HTTP only where it was told to. False where it cannot be reached within
 * `timeoutMs` milliseconds.
 */
export async function speaksHttp2(
  url: string,
  about: Http2Target & { readonly clock: Clock; readonly timeoutMs: number },
): Promise<boolean> {
  const limit = new AbortController();
  const disarm = about.clock.at(about.timeoutMs, () => limit.abort());
  try {
    const { session } = await openSession(url, about, limit.signal);
    session.destroy();
    return true;
  } catch {
    return false;
  } finally {
    disarm();
  }
}
