import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call, FilePart } from '@kelisim/shared/kernel/call.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { accessTable } from './access-table.ts';
import type { Given } from './calls.ts';
import { speakClamd } from './clamd.ts';
import { fingerprint } from './fingerprint.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeDeal, samplePdf } from './papers.ts';
import { makeAdministrator, makeCompany, makeExecutor } from './people.ts';
import { makeWordFile } from './word-files.ts';

let verdict = 'stream: OK';
let is_away = false;
const scanned: Buffer[] = [];
const logged: string[] = [];

const EICAR = 'stream: Eicar-Test-Signature FOUND';

const speak = speakClamd((bytes) => {
  scanned.push(bytes);
  return verdict;
});
const clamd = createServer((socket) => (is_away ? socket.destroy() : speak(socket))).listen(0, '127.0.0.1');
await once(clamd, 'listening');
const app = await makeTestApp({
  clamav_url: `tcp://127.0.0.1:${(clamd.address() as AddressInfo).port}`,
  log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
});
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
const admin = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
afterAll(async () => {
  await app.close();
  clamd.close();
});

const NO_SUCH_ID = 999_999_999;

async function bytesOf({ kinds }: FilePart): Promise<Uint8Array> {
  const has = (kind: 'pdf' | 'docx' | 'xlsx') => kinds !== 'any' && kinds.includes(kind);
  if (kinds === 'any') return Buffer.from('1CClientBankExchange');
  if (has('pdf')) return samplePdf();
  if (has('docx')) return makeWordFile(['{executor_name}']);
  if (has('xlsx'))
    return app.parts.spreadsheet.writeSheet({
      sheets: [{ name: 'A', columns: [], rows: [], freeze_header: true }],
    });
  // The first bytes of a key file.
  return Buffer.from([0x30, 0x82, 0x01, 0x00, 0x02, 0x01, 0x03, 0x30]);
}

/** A request that is right as far as its contract goes, with every file the call takes. */
async function requestTo(name: CallName, call: Call): Promise<Given> {
  const row = accessTable[name];
  const world = { ...deal, director: deal.company.director, worker: deal.executor.person } as never;
  const given = await row.given?.(NO_SUCH_ID, { app, world, by: deal.company.director });
  const parts = Object.entries(call.files!);
  const files = await Promise.all(
    parts.map(async ([field, part], at) => [field, { name: `шарт ${at + 1}`, bytes: await bytesOf(part) }]),
  );
  // Its rows come either as JSON or as a file.
  return {
    ...given,
    ...(name === 'invitations.create_many' && { body: {} }),
    files: Object.fromEntries(files) as NonNullable<Given['files']>,
  };
}

const callerOf = ({ access }: Call) =>
  access.who === 'public' ? null : access.who === 'platform' ? admin : deal.company.director;

describe.each((Object.entries(calls) as [CallName, Call][]).filter(([, call]) => call.files))(
  '%s',
  (name, call) => {
    test('takes no file that the virus scanner found something in, or has not seen', async () => {
      const given = await requestTo(name, call);
      const [field, file] = Object.entries(given.files!)[0]!;
      const before = await fingerprint(app);
      verdict = EICAR;
      scanned.length = 0;
      for (const [locale, words] of [
        ['ru', 'Антивирус нашёл угрозу в файле «шарт 1'],
        ['kz', 'Антивирус «шарт 1'],
      ] as const) {
        const found = await app.refused(name, callerOf(call), given, { locale });
        expect(found).toMatchObject({ status: 422, code: 'file.infected', field });
        expect(found.message).toContain(words);
        expect(found.message).toContain('Eicar-Test-Signature');
      }
      expect(scanned[0]!.equals(file.bytes)).toBe(true);
      verdict = "stream: Can't allocate memory ERROR";
      expect(await app.refused(name, callerOf(call), given)).toMatchObject({ code: 'scanner.away' });
      is_away = true;
      const away = await app.raw(name, callerOf(call), given);
      is_away = false;
      expect(away.status, away.text).toBe(503);
      expect(away.json).toMatchObject({ code: 'scanner.away', field });
      expect(away.headers['retry-after']).toBe('30');
      expect(await fingerprint(app)).toEqual(before);
    });
  },
);

test('a clean file goes on, and a second file of a call is scanned like the first', async () => {
  verdict = 'stream: OK';
  scanned.length = 0;
  const [one, two] = [await samplePdf(), await samplePdf()];
  const files = { attachment1: { name: 'a.pdf', bytes: one }, attachment3: { name: 'b.pdf', bytes: two } };
  await app.ok('support.create', deal.company.director, { body: { theme_id: '1', text: 'Файл' }, files });
  expect(scanned.length).toBe(2);
});

test('what was found is logged by its digest, without the name of the file', async () => {
  verdict = EICAR;
  logged.length = 0;
  await app.refused('verification.files', null, {
    files: { cms: { name: 'Иванов 850101300123.cms', bytes: Buffer.from('x') } },
  });
  const line = logged.find((one) => one.includes('upload.refused_by_scanner'))!;
  expect(JSON.parse(line)).toMatchObject({ call: 'verification.files', threat: 'Eicar-Test-Signature' });
  expect(line).not.toContain('850101300123');
});

test('the desk sees whether uploads are scanned', async () => {
  const stateOf = async (of: TestApp) =>
    (await of.ok('administration.health', admin, {})).parts.find(({ part }) => part === 'virus_scanner');
  expect(await stateOf(app)).toMatchObject({ state: 'ok', says: expect.stringMatching(/^ClamAV /) });
  is_away = true;
  expect(await stateOf(app)).toMatchObject({ state: 'failed' });
  is_away = false;
  const bare = await makeTestApp({ beside: app });
  expect(await stateOf(bare)).toMatchObject({ state: 'off' });
  await bare.close();
});
