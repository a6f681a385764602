import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Our side of a WebSocket (RFC 6455): whole texts in, whole texts out. */
export interface WebSocketPeer {
  send(text: string): void;
  close(): void;
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OP = { more: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;
/** More than the largest message of a page: hashes of five hundred documents. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Answers the handshake; null when it is none, then the connection is gone. `onText` gets each whole message. */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  onText: (text: string) => void,
): WebSocketPeer | null {
  const key = request.headers['sec-websocket-key'];
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !key) {
    socket.destroy();
    return null;
  }
  const accept = createHash('sha1')
    .update(key + MAGIC)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const send = (op: number, body: Buffer): void => {
    if (socket.writable) socket.write(Buffer.concat([headOf(op, body.length), body]));
  };
  let waiting: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  const end = () => {
    send(OP.close, Buffer.alloc(0));
    socket.end();
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.length);
      if (frame.op === OP.close) return end();
      if (frame.op === OP.ping) send(OP.pong, frame.body);
      if (frame.op !== OP.text && frame.op !== OP.more) continue;
      parts.push(frame.body);
      if (!frame.last) continue;
      const text = Buffer.concat(parts).toString('utf8');
      parts = [];
      onText(text);
    }
    if (waiting.length + parts.reduce((sum, part) => sum + part.length, 0) > MOST_BYTES) socket.destroy();
    return undefined;
  });
  return { send: (text) => send(OP.text, Buffer.from(text)), close: end };
}

/** Frames of a server are whole and not masked. */
function headOf(op: number, length: number): Buffer {
  const first = 0x80 | op;
  if (length < 126) return Buffer.from([first, length]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** The first frame of a browser in the bytes, with its mask taken off; null while it has not wholly come. */
function readFrame(bytes: Buffer): { op: number; last: boolean; body: Buffer; length: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + extra) return null;
  const size = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const masked = (bytes[1]! & 0x80) !== 0;
  const start = 2 + extra + (masked ? 4 : 0);
  if (bytes.length < start + size) return null;
  const body = Buffer.from(bytes.subarray(start, start + size));
  if (masked) {
    const mask = bytes.subarray(start - 4, start);
    for (let at = 0; at < size; at++) body[at] = body[at]! ^ mask[at & 3]!;
  }
  return { op: bytes[0]! & 0x0f, last: (bytes[0]! & 0x80) !== 0, body, length: start + size };
}
