/**
 * bodies that are dear to read, ten at once, on every public call of a product in a process of its own. Each must
 * be refused with 4xx; its loop may be held 50 ms longer than idle, and its memory may grow by 64 MB over what it was just
 * before, and by 64 MB from the first attack to the last. `watch-loop.ts` says what the delays are.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { calls } from '@kelisim/shared/calls.ts';
import { BODY_BYTES, type Call } from '@kelisim/shared/kernel/call.ts';
import { watchProduct } from './attacked-product.ts';
import { report } from './report.ts';

/** `ATTACK_CALLS=verification`: the calls whose names contain it. */
const ONLY = process.env.ATTACK_CALLS ?? '';
const AT_ONCE = 10;
const MOST_HELD_MS = 50;
const MOST_GROWTH_MB = 64;
const IDLE_MS = 3_000;

interface Hostile {
  title: string;
  type?: string;
  body?: () => Buffer;
  /** Sent in pieces of unknown number, without `Content-Length`. */
  is_chunked?: true;
  headers?: Record<string, string>;
  /** Answered like any other request: only that it is cheap counts. */
  is_allowed?: true;
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const fill = (bytes: number, one: string) => Buffer.alloc(bytes, one);
const within = (head: string, one: string, bytes: number) =>
  Buffer.concat([Buffer.from(head), fill(bytes - head.length, one)]);
const names = (count: number) => {
  const pairs = Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`);
  return Buffer.from(`{${pairs.join()}}`);
};
const part = (name: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

/** Refused by what they announce, or after the first 256 KiB. */
const large: Hostile[] = [
  { title: 'a million names', body: once(() => names(1_000_000)) },
  { title: 'a million names in pieces', body: once(() => names(1_000_000)), is_chunked: true },
  { title: '23 MB of objects', body: once(() => within('{"a":[{}', ',{}', 23_000_000)) },
  {
    title: '23 MB of objects in pieces',
    body: once(() => within('[{}', ',{}', 23_000_000)),
    is_chunked: true,
  },
  { title: '23 MB of lists in lists', body: once(() => fill(23_000_000, '[')), is_chunked: true },
];
/** As large as they may be, and as dear to read. */
const small: Hostile[] = [
  { title: 'names to the limit', body: once(() => names(27_000)) },
  { title: 'objects to the limit', body: once(() => within('{"a":[{}', ',{}', BODY_BYTES)) },
  { title: 'numbers to the limit', body: once(() => within('[1', ',1', BODY_BYTES)) },
  { title: 'levels to the limit', body: once(() => fill(BODY_BYTES, '[')) },
  { title: 'escapes to the limit', body: once(() => within('{"a":"', '\\"', BODY_BYTES)) },
  { title: 'a form of many fields', type: FORM, body: once(() => fill(BODY_BYTES, 'a=1&')) },
  {
    title: 'parts to the limit',
    type: MULTIPART,
    body: once(() => fill(BODY_BYTES, part('a', 'x'))),
  },
  { title: '100,000 bytes of cookies', headers: { cookie: 'a=1; '.repeat(20_000) } },
  { title: '15,000 bytes of cookies', headers: { cookie: 'a=1; '.repeat(3_000) }, is_allowed: true },
  {
    title: '15,000 bytes of proxies',
    headers: { 'x-forwarded-for': '127.0.0.1,'.repeat(1_500) },
    is_allowed: true,
  },
];

// Else Node asks to be closed, and the product does so while the rest is still on its way.
const keepAlive = new Agent({ keepAlive: true });
const product = await watchProduct();
const { port } = product;
try {
  const open = Object.entries(calls as Record<string, Call>).filter(
    ([name, call]) => call.access.who === 'public' && name.includes(ONLY),
  );
  // Whatever is loaded at a first call belongs to the product as it runs, not to the attack.
  for (const [, call] of open) for (const hostile of kindsFor(call, small)) await send(call, hostile);
  await product.measure();
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const idle = await product.measure();
  await product.settle();
  const baseline_mb = product.memoryMb('VmRSS');

  const answers: Record<string, number> = {};
  const worst = {
    late_ms: 0,
    late_of: '',
    held_ms: 0,
    held_of: '',
    delay_ms: 0,
    delay_of: '',
    growth_mb: 0,
    growth_of: '',
  };
  const wrong: string[] = [];
  for (const [name, call] of open) {
    for (const hostile of kindsFor(call, [...small, ...large])) {
      await product.settle();
      product.forgetPeak();
      const before_mb = product.memoryMb('VmRSS');
      const said = await Promise.all(Array.from({ length: AT_ONCE }, () => send(call, hostile)));
      const { held_ms, late_ms, delay_ms } = await product.measure();
      const growth_mb = product.memoryMb('VmHWM') - before_mb;
      const of = `${name}: ${hostile.title}`;
      for (const one of said) answers[one] = (answers[one] ?? 0) + 1;
      const is_right = hostile.is_allowed ? /^[234]\d\d / : /^4\d\d /;
      const is_refused = Boolean(hostile.is_chunked) || said.some((one) => is_right.test(one));
      if (!is_refused || !said.every((one) => is_right.test(one) || isCut(hostile, one)))
        wrong.push(`${of}: ${[...new Set(said)].join()}`);
      if (held_ms > worst.held_ms) Object.assign(worst, { held_ms, held_of: of });
      if (late_ms > worst.late_ms) Object.assign(worst, { late_ms, late_of: of });
      if (delay_ms > worst.delay_ms) Object.assign(worst, { delay_ms, delay_of: of });
      if (growth_mb > worst.growth_mb) Object.assign(worst, { growth_mb, growth_of: of });
    }
  }
  await product.settle();
  const kept_mb = product.memoryMb('VmRSS') - baseline_mb;
  const passed =
    wrong.length === 0 &&
    worst.held_ms - idle.held_ms <= MOST_HELD_MS &&
    Math.max(worst.growth_mb, kept_mb) < MOST_GROWTH_MB;
  const figures = {
    calls: open.length,
    kinds: small.length + large.length,
    at_once: AT_ONCE,
    idle,
    baseline_mb,
    kept_mb,
  };
  if (!report({ attack: 'bodies', passed, ...figures, ...worst, answers, wrong })) process.exitCode = 1;
} finally {
  keepAlive.destroy();
  await product.close();
}

/** The product closes while it is being written to: some see the connection end before they see the 413. */
function isCut({ body }: Hostile, said: string): boolean {
  return body !== undefined && /^none (EPIPE|ECONNRESET)$/.test(said);
}

/** Nobody reads the body of a GET. */
function kindsFor({ method }: Call, kinds: Hostile[]): Hostile[] {
  return method === 'GET' ? kinds.filter(({ body }) => !body) : kinds;
}

function send(
  call: Call,
  { type = 'application/json', body, is_chunked, headers }: Hostile,
): Promise<string> {
  const bytes = body?.();
  return new Promise((done) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: call.method,
        path: call.path.replace(/\{(\w+)\}/g, '1'),
        agent: keepAlive,
        headers: {
          ...(bytes && { 'content-type': type, ...(!is_chunked && { 'content-length': bytes.length }) }),
          'idempotency-key': randomUUID(),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('close', () => {
          request.destroy();
          const code = /"code":"([\w.]+)"/.exec(text)?.[1] ?? 'ok';
          done(`${answer.statusCode} ${code}`);
        });
      },
    );
    // What the product has refused it no longer reads: the rest meets a closed connection.
    request.on('error', (error: NodeJS.ErrnoException) => setTimeout(() => done(`none ${error.code}`), 200));
    if (!bytes) return void request.end();
    const piece = 65_536;
    const write = (from: number): void => {
      if (request.destroyed || from >= bytes.length) return void request.end();
      request.write(bytes.subarray(from, from + piece), () => write(from + piece));
    };
    write(0);
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
