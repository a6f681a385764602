import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeOutbound, NoAnswer } from './outbound.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A program on this machine, and how it is asked as a webhook is. */
async function askAt(listener: RequestListener, path = '/hook', timeout_ms = 2_000) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const outbound = makeOutbound({ hosts: 'any', sandbox_ports: null, loopback: true });
  return outbound.ask({ method: 'POST', url, body: '{}', timeout_ms, most_bytes: 16_384 });
}

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof NoAnswer ? error.fault : String(error)),
  );

test('any host of the internet is allowed, and none that is not', async () => {
  const found = (address: string, family: number) =>
    makeOutbound({
      hosts: 'any',
      sandbox_ports: null,
      resolve: (_, done) => done(null, [{ address, family }]),
    });
  // The name resolves to something private only when it is called: a judgement before would have let it through.
  for (const [address, family] of [
    ['127.0.0.1', 4],
    ['10.0.0.7', 4],
    ['169.254.169.254', 4],
    ['192.168.1.1', 4],
    ['100.64.0.1', 4],
    ['::1', 6],
    ['fd00::1', 6],
    ['fe80::1', 6],
    ['::ffff:10.0.0.1', 6],
    ['64:ff9b::a00:1', 6],
    ['2002:a00:1::1', 6],
    ['2001:db8::1', 6],
    ['172.16.0.1', 4],
    ['198.18.0.1', 4],
    ['224.0.0.1', 4],
    ['0.0.0.0', 4],
  ] as const) {
    const outbound = found(address, family);
    outbound.assertAllowed('https://hook.example.kz/a');
    const asked = outbound.ask({ method: 'POST', url: 'https://hook.example.kz/a', body: '{}' });
    expect(await faultOf(asked), address).toBe('private_address');
  }
  const both = makeOutbound({
    hosts: 'any',
    sandbox_ports: null,
    resolve: (_, done) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]),
  });
  expect(await faultOf(both.ask({ method: 'POST', url: 'https://two.example.kz/' }))).toBe('private_address');
});

test('without the loopback of a trial nothing on this machine is called', () => {
  const { assertAllowed } = makeOutbound({ hosts: 'any', sandbox_ports: null });
  for (const url of ['http://localhost:5/', 'http://127.0.0.1:5/', 'https://127.0.0.1/', 'http://a.kz/'])
    expect(() => assertAllowed(url)).toThrow(NoAnswer);
});

test('our own address is never called, by whatever port; on this machine, by the same port', () => {
  const rule = { hosts: 'any', sandbox_ports: null, loopback: true } as const;
  const own = makeOutbound({ ...rule, own_url: 'https://kelisim.kz' });
  for (const url of ['https://kelisim.kz/x', 'https://KELISIM.kz.:8443/', 'https://kelisim.kz:443/'])
    expect(() => own.assertAllowed(url), url).toThrow('host_not_allowed');
  expect(() => own.assertAllowed('https://hooks.kelisim.kz/')).not.toThrow();
  const here = makeOutbound({ ...rule, own_url: 'http://localhost:4400' });
  for (const url of ['http://localhost:4400/x', 'http://127.0.0.1:4400/'])
    expect(() => here.assertAllowed(url), url).toThrow('host_not_allowed');
  expect(() => here.assertAllowed('http://localhost:4401/')).not.toThrow();
});

test('a redirect is an answer and is not followed', async () => {
  let asked = 0;
  const answer = await askAt((_, response) => {
    asked++;
    response.writeHead(302, { location: '/elsewhere', 'retry-after': '7' }).end();
  });
  expect(answer).toMatchObject({ status: 302, retry_after: '7' });
  expect(asked).toBe(1);
});

test('of a long answer the beginning is read, and one that drips is not waited for', async () => {
  const answer = await askAt((_, response) => {
    const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more));
    response.writeHead(200);
    more();
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toHaveLength(16_384);
  const dripping = askAt(
    (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    },
    '/',
    300,
  );
  expect(await faultOf(dripping)).toBe('timeout');
});
