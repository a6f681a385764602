import type { Socket } from 'node:net';

/** What a test says in place of clamd's verdict. */
type Judge = (bytes: Buffer) => string;

/**
 * Speaks clamd's side of a connection: `zVERSION`, and `zINSTREAM` with its chunks.
 * @param limit the answer that comes, with the end of the connection, once more bytes than that have arrived
 */
export function speakClamd(judge: Judge, limit?: { most_bytes: number; over: string }) {
  return (socket: Socket): void => {
    let taken = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (part: Buffer) => {
      taken = Buffer.concat([taken, part]);
      const end = taken.indexOf(0);
      if (end < 0) return;
      const command = taken.subarray(0, end).toString();
      if (command === 'zVERSION') return void socket.end('ClamAV 1.4.6/27000/Mon Nov 23 2026\0');
      if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
      const bytes = readChunks(taken.subarray(end + 1));
      if (limit && taken.length > limit.most_bytes) {
        // What still comes is read away: a connection that is reset may lose the answer.
        socket.removeAllListeners('data').resume();
        return void socket.end(`${limit.over}\0`);
      }
      if (bytes) socket.end(`${judge(bytes)}\0`);
    });
  };
}

/** The stream as one; null while its end has not come. */
function readChunks(chunks: Buffer): Buffer | null {
  const whole: Buffer[] = [];
  for (let at = 0; at + 4 <= chunks.length;) {
    const length = chunks.readUInt32BE(at);
    if (length === 0) return Buffer.concat(whole);
    whole.push(chunks.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
