import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to a server on loopback that may be slow, or silent: nobody is told that nothing arrives any more. */
export interface FaultyNetwork {
  port: number;
  /** Each piece is late by so much, between the two. */
  delay(ms: readonly [number, number] | null): void;
  /** What is open stays so and is silent forever; so is what is opened until `speak`. */
  silence(): void;
  speak(): void;
  /** What is open ends; what is opened from now on goes to another port. */
  leadTo(port: number): void;
  close(): void;
}

export async function makeFaultyNetwork(port: number): Promise<FaultyNetwork> {
  let late: readonly [number, number] | null = null;
  let is_silent = false;
  let target = port;
  const silent = new WeakSet<Socket>();
  const open = new Set<Socket>();
  const pass = async (from: Socket, to: Socket, of: Socket) => {
    for await (const piece of from as AsyncIterable<Buffer>) {
      if (late) await sleep(late[0] + Math.random() * (late[1] - late[0]));
      if (silent.has(of)) return new Promise(() => undefined);
      to.write(piece);
    }
    if (!silent.has(of)) to.end();
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const one of [near, far]) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => open.delete(one));
    }
    if (is_silent) silent.add(near);
    void pass(near, far, near).catch(() => far.destroy());
    void pass(far, near, near).catch(() => near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => void (late = ms),
    silence() {
      is_silent = true;
      for (const one of open) silent.add(one);
    },
    speak: () => void (is_silent = false),
    leadTo(port) {
      target = port;
      for (const one of open) one.destroy();
    },
    close() {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}
