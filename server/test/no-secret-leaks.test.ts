import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { calls, type CallName } from '@kelisim/shared/calls.ts';
import { answersEvents, type Call } from '@kelisim/shared/kernel/call.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { bccBank } from '../src/adapters/banks/bcc/bcc-bank.ts';
import { SANDBOX_CLIENT } from '../src/adapters/banks/sandbox/serve-bank.ts';
import { accessTable } from './access-table.ts';
import { addTestKey } from './api-keys.ts';
import { bccAtHand } from './bcc-at-hand.ts';
import { makeTestApp } from './make-app.ts';
import { makeAdministrator, signInAs, type Person } from './people.ts';
import { makeWorld } from './two-worlds.ts';
import { unzip } from './unzip.ts';

/** In every secret that is stored here, and in nothing else. */
const CANARY = 'canary-7d20b9';
const WORLD_BANKS = ['JUSAN', 'FORTE', 'HALYK', 'CUSTOM'] as const;
const said: string[] = [];
const own = { client_id: 'kelisim-bcc', client_secret: `${CANARY}-bcc-own`, mark: `${CANARY}-bcc` };
const bcc = bccAtHand(own);

const app = await makeTestApp({ log: pino({ level: 'trace' }, { write: (line) => void said.push(line) }) });
const agreement = { ...own, url: 'https://api.bcc.kz' };
app.parts.bank_connectors.BCC = bccBank(bcc.outbound, agreement);
Object.assign(app.parts.config, { bcc: agreement });
const world = await makeWorld(app, 'МЕТКА');
const people = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
const admin = { ...people, key: world.director.key } as unknown as Person;
await storeCanaries();
afterAll(() => app.close());

async function storeCanaries(): Promise<void> {
  const { director, worker } = world;
  const [main] = await app.ok('banking.requisites', director, {});
  const iban = main!.iban;
  const base = `${await app.listen()}/api/sandbox-bank`;
  const settings = {
    JUSAN: { client_id: 'jusan' },
    FORTE: { client_id: 'forte', iban },
    HALYK: { client_id: 'halyk' },
    CUSTOM: {
      account_number: iban,
      bank_id: String(main!.bank_id),
      bic: main!.bic,
      kbe: main!.kbe,
      api_url: base,
      token_url: `${base}/oauth/token`,
      client_id: SANDBOX_CLIENT.client_id,
    },
  };
  for (const kind of WORLD_BANKS)
    await app.ok('integrations.save', director, {
      params: { kind },
      body: { settings: settings[kind], client_secret: `${CANARY}-${kind}` },
    });
  // BCC's secrets are tokens: brought back from its page, and another one after each use.
  bcc.state.accounts.push({ iban, currency: 'KZT', status: 'active', is_main: true, balance: 1_000.5 });
  const { address } = await app.ok('integrations.ask_consent', director, { params: { kind: 'BCC' } });
  const state = new URL(address).searchParams.get('state')!;
  await app.ok('integrations.take_consent', director, {
    params: { kind: 'BCC' },
    body: { code: `${own.mark}-code`, state },
  });
  const body = { login_esf: world.executor.bin, password: `${CANARY}-ЭСФ-құпия` };
  await app.ok('credentials.set_esf', worker, { body });
}

/** Whoever is asked first looks, and only then changes something: what is shown afterwards may be gone. */
function namesInOrder(): CallName[] {
  const names = Object.keys(calls) as CallName[];
  const looks = (name: CallName) => calls[name].method === 'GET';
  return [...names.filter(looks), ...names.filter((name) => !looks(name))];
}

test('the secret of a bank, its tokens and the password of ИС ЭСФ are in no answer, file, log or table', async () => {
  const check = async (kind: 'BCC' | 'CUSTOM') =>
    (await app.ok('integrations.test', world.director, { params: { kind } })).check!;
  expect((await check('BCC')).outcome).toBe('works');
  expect((await check('CUSTOM')).fault).toBe('wrong_credentials');

  let answered = 0;
  let files = 0;
  for (const name of namesInOrder()) {
    const row = accessTable[name];
    const call: Call = calls[name];
    for (const who of ['director', 'executor', 'admin'] as const) {
      if ('everybody' in row ? who !== 'director' : (row[who] ?? 403) === 403) continue;
      const person = { director: world.director, executor: world.worker, admin }[who];
      // Some calls end sessions, this one or all others.
      const by: Person = Object.assign(person, await signInAs(app, person));
      const asking = { app, world, by };
      const thing = 'everybody' in row ? undefined : row.thing;
      const id =
        typeof thing === 'string'
          ? world[call.method === 'GET' ? 'see' : 'take'](thing)
          : await thing?.(asking);
      const reply = await app.raw(
        name,
        'everybody' in row ? null : by,
        (await row.given?.(id, asking)) ?? {},
      );
      const isFile = !answersEvents(call) && reply.json === undefined && reply.status === 200;
      for (const bytes of isFile ? await unpacked(reply.bytes) : [reply.bytes])
        expect(canaryIn(bytes), `${name} to the ${who}: ${reply.text.slice(0, 300)}`).toBe(false);
      expect(canaryIn(Buffer.from(JSON.stringify(reply.headers))), name).toBe(false);
      if (reply.status === 200) answered++;
      if (isFile) files++;
    }
  }
  // Whatever answers nothing shows nothing either.
  expect(answered).toBeGreaterThan(250);
  expect(files).toBeGreaterThan(20);

  expect(said.length).toBeGreaterThan(0);
  expect(canaryIn(Buffer.from(said.join('')))).toBe(false);
  expect(await tablesWithCanary()).toEqual([]);
  expect(filesWithCanary(app.data_dir)).toEqual([]);
});

// the logs of all these calls, at their most talkative.
test('logs tell of nobody: no number, phone, address, account, name, token or signature of anybody', async () => {
  const before = said.length;
  // What somebody would like to read in the log, or to break its lines with.
  const forged = `${world.worker.iin}\u001b[31m","level":60,"event":"forged`;
  const key = await addTestKey(app, world.director);
  await app.raw('acts.list', key);
  for (const url of [
    `/api/v1/company/invitation/${encodeURIComponent(PHONE)}`,
    `/api/v1/nowhere/${world.director.iin}?email=${world.director.email}`,
    `/api/v1/verify/${'ab'.repeat(32)}`,
    `/api/v1/nowhere/${key.token}`,
  ])
    await app.http.inject({
      url,
      headers: {
        authorization: `Bearer ${world.director.token}`,
        'user-agent': encodeURIComponent(forged),
        'x-forwarded-for': world.worker.iin,
        'x-request-id': forged.replace('\u001b', ''),
      },
    });
  expect(said.length).toBeGreaterThan(before);
  const people = [world.director, world.worker, world.employee, admin];
  const exact = [key.token, ...people.flatMap(({ iin, email, token }) => [iin, email, token])];
  const whole = said.join('');
  for (const value of [...exact, world.company.bin, world.mark, PHONE.slice(1)])
    expect(whole).not.toContain(value);
  for (const line of said) {
    // One event is one line, whoever asked for what.
    for (const breaker of ['\n', '\r', '\u001b']) expect(line.trimEnd()).not.toContain(breaker);
    expect(JSON.parse(line)).not.toMatchObject({ event: 'forged' });
    expect(tellsOfSomebody(line), line.slice(0, 300)).toEqual([]);
  }
});

test('what a log would tell of somebody is recognised', () => {
  const told = { iin: world.worker.iin, phone: PHONE, iban: 'KZ86125KZT5004100100', mail: 'a@b.kz' };
  for (const [what, value] of Object.entries(told))
    expect(tellsOfSomebody(JSON.stringify({ time: '2026-11-23T01:02:03.456Z', what, value })), what).toEqual([
      value,
    ]);
  expect(tellsOfSomebody('{"request_id":"0d1cf3a0-5b6e-4d6e-9a52-87941576887c"}')).toEqual([]);
  expect(tellsOfSomebody('{"trace_id":"e58319a2dadf44a49cc290304434359d"}')).toEqual([]);
  expect(tellsOfSomebody(`{"a":"${world.director.token}"}`)).not.toEqual([]);
  expect(tellsOfSomebody(`{"a":"${'ab'.repeat(32)}"}`)).not.toEqual([]);
});

const PHONE = '+77012345678';

/** Everything in a line that is somebody's: by its form alone, whoever it is. */
function tellsOfSomebody(whole: string): string[] {
  // Digits of a random id can read as a telephone number or an ИИН: a UUID, and a trace of 32 digits.
  const line = whole.replaceAll(/\b(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})\b/g, '');
  const numbers = (line.match(/(?<!\d)\d{12}(?!\d)/g) ?? []).filter(isBinOrIin);
  const forms = [
    /(?<!\d)(?:\+7|\b8|\b7)7\d{9}(?!\d)/g,
    /[\w.+-]+@[\w-]+\.[a-z]{2,}/g,
    /KZ\d{2}[A-Z0-9]{16}/g,
    /eyJ[\w-]{10,}\.[\w-]+/g,
    /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g,
    /[A-Za-z0-9+/]{120,}/g,
    /kls_(?:live|test)_[0-9A-Za-z]{9,}/g,
  ];
  return [...numbers, ...forms.flatMap((form) => line.match(form) ?? [])];
}

test('the canary would be seen wherever and however it stood', async () => {
  const text = `a ${CANARY}-x`;
  for (const encoding of ['utf8', 'utf16le'] as const)
    expect(canaryIn(Buffer.from(text, encoding))).toBe(true);
  for (const shift of ['', 'a', 'ab'])
    expect(canaryIn(Buffer.from(Buffer.from(shift + text).toString('base64')))).toBe(true);
  expect(canaryIn(Buffer.from(Buffer.from(text).toString('hex')))).toBe(true);
  const { db } = app.parts;
  await sql`update companies set address = ${text} where id = ${world.company.id}`.execute(db);
  expect(await tablesWithCanary()).toContain('public.companies');
});

/** The bytes, and what is packed in them: a workbook and an archive hide their words. */
async function unpacked(bytes: Buffer): Promise<Buffer[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const inside = await Promise.all(Object.values(await unzip(bytes)).map(unpacked));
    return [bytes, ...inside.flat()];
  }
  if (bytes.subarray(0, 2).toString('hex') === '1f8b') return [bytes, gunzipSync(bytes)];
  return [bytes];
}

function spellings(): Buffer[] {
  // Of base64 the middle alone is sure: its ends depend on what stands beside it.
  const base64 = ['', 'a', 'ab'].map((shift) =>
    Buffer.from(shift + CANARY)
      .toString('base64')
      .slice(shift === '' ? 0 : 4, -4),
  );
  const hex = Buffer.from(CANARY).toString('hex');
  return [CANARY, ...base64, hex, hex.toUpperCase()]
    .map((text) => Buffer.from(text))
    .concat(Buffer.from(CANARY, 'utf16le'));
}
const SPELLINGS = spellings();

function canaryIn(bytes: Buffer): boolean {
  return SPELLINGS.some((spelling) => bytes.includes(spelling));
}

/** Every row of every table as text; bytes are hex there, which is one of the spellings. */
async function tablesWithCanary(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.parts.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
      app.parts.db,
    );
    if (rows.some(({ row }) => canaryIn(Buffer.from(row)))) found.push(name);
  }
  return found;
}

function filesWithCanary(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => canaryIn(readFileSync(path)));
}
