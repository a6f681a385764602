import { connect, type Socket } from 'node:net';
import { ScannerAway, type VirusScanner } from '../virus-scanner.ts';

/** Of one chunk of a stream; clamd sets no limit of its own to it. */
const CHUNK_BYTES = 65_536;
/** The longest answer is the name of a threat. */
const MOST_ANSWERED = 4_096;

/**
 * Talks to clamd (clamd(8): commands that begin with `z` and answers end with a zero byte). Each command has a
 * connection of its own and must be answered within `timeout_ms`.
 * @param url `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`
 */
export function clamavScanner({ url, timeout_ms }: { url: string; timeout_ms: number }): VirusScanner {
  const ask = (...sent: Uint8Array[]) => exchange(placeOf(url), sent, timeout_ms);
  return {
    version: () => ask(Buffer.from('zVERSION\0')),
    async scan(bytes) {
      const answer = await ask(Buffer.from('zINSTREAM\0'), ...inChunks(bytes));
      if (answer === 'stream: OK') return { status: 'clean' };
      const threat = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (threat) return { status: 'infected', threat };
      if (answer.startsWith('INSTREAM size limit exceeded')) return { status: 'too_large' };
      throw new ScannerAway(`clamd answered: ${answer}`);
    },
  };
}

function placeOf(url: string): { path: string } | { host: string; port: number } {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  // An IPv6 address stands in brackets in an address, and nowhere else.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 3310 };
}

/** Each chunk after its length in four bytes, an empty one last. */
function* inChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    yield Buffer.concat([lengthOf(chunk.length), chunk]);
  }
  yield lengthOf(0);
}

function lengthOf(size: number): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return length;
}

function exchange(
  place: ReturnType<typeof placeOf>,
  sent: Iterable<Uint8Array>,
  timeout_ms: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let cause: Error | undefined;
    const socket = connect(place);
    const late = setTimeout(() => socket.destroy(new Error(`no answer in ${timeout_ms} ms`)), timeout_ms);
    socket.on('data', (part: Buffer) => {
      answer += part.toString('utf8');
      if (answer.includes('\0') || answer.length > MOST_ANSWERED) socket.destroy();
    });
    socket.on('error', (error) => (cause = error));
    socket.on('close', () => {
      clearTimeout(late);
      const end = answer.indexOf('\0');
      if (end > 0) resolve(answer.slice(0, end).trim());
      else
        reject(new ScannerAway(cause?.message ?? 'clamd ended the connection without an answer', { cause }));
    });
    void sendPieces(socket, sent);
  });
}

/**
 * A file beyond clamd's limit is answered before all of it is sent. Between two pieces the loop turns once, so that
 * the answer is read before the next piece meets a closed connection.
 */
async function sendPieces(socket: Socket, pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    await new Promise<void>((sent) => socket.write(piece, () => setImmediate(sent)));
  }
}
