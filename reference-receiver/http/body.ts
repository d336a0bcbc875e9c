import { Refused, refusal } from './refusal.js';

/** The largest body that is read, in bytes. */
const largestBodyBytes = 256 * 1024;

/** Reads a body of this type as UTF-8 text and stops at the limit. Throws Refused: 415, 413, or 400 when it broke off or is no UTF-8. */
export async function readBody(request: Request, wanted = 'application/json'): Promise<string> {
  checkContentType(request.headers.get('content-type'), wanted);
  if (Number(request.headers.get('content-length') ?? 0) > largestBodyBytes) throw tooLarge();
  const bytes = await readBytes(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused(refusal('bad-json', 'The body is not UTF-8.'));
  }
}

function checkContentType(header: string | null, wanted: string): void {
  const [type, ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type !== wanted || !isUtf8) {
    throw new Refused(refusal('unsupported-media-type', `Send the body as ${wanted} in UTF-8.`));
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused(refusal('bad-json', 'The body broke off before its end.'));
    });
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
    size += value.byteLength;
    if (size > largestBodyBytes) {
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
  }
}

function tooLarge(): Refused {
  return new Refused(refusal('too-large', `The body may have at most ${largestBodyBytes} bytes.`));
}
