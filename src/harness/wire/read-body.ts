/** The most that is read of one answer's body; what is longer counts as cut. */
export const longestBodyBytes = 4 * 1024 * 1024;

/** An answer's body, or how it ended early. */
type BodyRead =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'broken'; readonly error: unknown };

/**
 * Reads a body to its end, or until the signal aborts.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): Promise<BodyRead> {
  if (body === null) return { kind: 'whole', bytes: new Uint8Array() };
  if (signal.aborted) return { kind: 'broken', error: signal.reason };
  const reader = body.getReader();
  // Not awaited: a stream that was split by `clone` ends its cancelling only when its twin is cancelled too.
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) return { kind: 'broken', error: signal.reason };
      if (done) return { kind: 'whole', bytes: joined(chunks) };
      bytes += value.byteLength;
      if (bytes > longestBodyBytes) {
        stop();
        return { kind: 'too-long' };
      }
      chunks.push(value);
    }
  } catch (error) {
    return { kind: 'broken', error };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return new Uint8Array();
  return chunks.length === 1 ? first : Buffer.concat(chunks);
}
