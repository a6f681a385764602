import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** AuthenticationOk, after which the server greets its client up to ReadyForQuery. */
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const TERMINATE = 'X';

/**
 * Hands the one connection that it has to whoever asks, as PgBouncer with `pool_mode = transaction` and a small pool.
 * Returns the address that leads through it.
 */
export async function startSharingPooler(url: string): Promise<{ url: string; close(): void }> {
  const { port } = new URL(url);
  const near = new Set<Socket>();
  let far: Socket | null = null;
  let greeting = Buffer.alloc(0);
  let asking: Socket;
  const pooler = createServer(async (client) => {
    near.add(client);
    client.on('error', () => undefined);
    const [hello] = (await once(client, 'data')) as [Buffer];
    asking = client;
    client.on('data', (piece: Buffer) => {
      asking = client;
      if (piece.toString('latin1', 0, 1) !== TERMINATE) far?.write(piece);
    });
    if (far) return client.write(greeting);
    far = connect(Number(port), new URL(url).hostname).on('data', (piece) => {
      const at = piece.indexOf(AUTHENTICATED);
      if (at >= 0) greeting = piece.subarray(at);
      asking.write(piece);
    });
    far.write(hello);
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: through.href,
    close() {
      pooler.close();
      for (const socket of [far, ...near]) socket?.destroy();
    },
  };
}
