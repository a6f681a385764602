import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { speakClamd } from '../../../../test/clamd.ts';
import { clamavScanner } from './clamav-scanner.ts';

const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

async function serve(connection: (socket: Socket) => void, at?: string): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    connection(socket.on('error', () => undefined));
  });
  servers.push(server);
  await once(at ? server.listen(at) : server.listen(0, '127.0.0.1'), 'listening');
  return at ? `unix://${at}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const scan = (url: string, bytes: Uint8Array, timeout_ms = 10_000) =>
  clamavScanner({ url, timeout_ms }).scan(bytes);

test('a file goes over in chunks, and the verdict comes back', async () => {
  const taken: Buffer[] = [];
  const url = await serve(
    speakClamd((bytes) => {
      taken.push(bytes);
      return bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    }),
  );
  const large = Buffer.alloc(1_000_001, 'kelisim');
  expect(await scan(url, large)).toEqual({ status: 'clean' });
  expect(await scan(url, Buffer.concat([large, EICAR]))).toEqual({
    status: 'infected',
    threat: 'Eicar-Test-Signature',
  });
  expect(taken[0]!.equals(large)).toBe(true);
  expect(await clamavScanner({ url, timeout_ms: 10_000 }).version()).toMatch(/^ClamAV /);
});

test('a socket in the file system is another way to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kelisim-test-clamd-'));
  const url = await serve(
    speakClamd(() => 'stream: OK'),
    join(folder, 'clamd.ctl'),
  );
  expect(await scan(url, EICAR)).toEqual({ status: 'clean' });
  rmSync(folder, { recursive: true, force: true });
});

test('a file beyond the limit of the scanner is answered in the middle of it', async () => {
  const url = await serve(
    speakClamd(() => 'stream: OK', { most_bytes: 100_000, over: 'INSTREAM size limit exceeded. ERROR' }),
  );
  expect(await scan(url, Buffer.alloc(400_000))).toEqual({ status: 'too_large' });
});

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['an error', speakClamd(() => "stream: Can't allocate memory ERROR"), /Can't allocate memory/],
  ['a foreign protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0'), /HTTP/],
  ['an empty answer', speakClamd(() => ''), /without an answer/],
  ['half an answer', (socket) => socket.end('stream: O'), /without an answer|EPIPE|ECONNRESET/],
  ['an answer without an end', (socket) => socket.write('stream: OK'.repeat(1_000)), /without an answer/],
  ['nothing, and closes', (socket) => socket.once('data', () => socket.end()), /answer|EPIPE|ECONNRESET/],
  ['nothing, and resets', (socket) => socket.once('data', () => socket.resetAndDestroy()), /./],
])('no verdict where the scanner answers %s', async (_, connection, reason) => {
  const url = await serve(connection);
  await expect(scan(url, Buffer.alloc(300_000))).rejects.toMatchObject({
    name: 'ScannerAway',
    message: expect.stringMatching(reason),
  });
});

test('no verdict where nobody listens, or nobody answers in time', async () => {
  await expect(scan('tcp://127.0.0.1:9', EICAR)).rejects.toMatchObject({ name: 'ScannerAway' });
  const silent = await serve((socket) => socket.resume());
  await expect(scan(silent, EICAR, 50)).rejects.toThrow('no answer in 50 ms');
});
