import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { seedReference } from '../../../seeds/reference.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { importKato } from './import-kato.ts';
import { suggestAddresses } from './suggest-address.ts';

const app = await makeTestApp();
const folder = mkdtempSync(join(tmpdir(), 'kelisim-kato-'));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const suggest = async (address: string, locale: 'ru' | 'kz' = 'ru') =>
  (await suggestAddresses(app.parts.db, { address, locale })).map((one) => one.address);

const HEADER = ['te', 'ab', 'cd', 'ef', 'hij', 'k', 'name_kaz', 'name_rus', 'nn'];
const row = (te: string, kaz: string, rus: string) => {
  const [ab, cd, ef, hij] = [te.slice(0, 2), te.slice(2, 4), te.slice(4, 6), te.slice(6)] as const;
  return [te, ab, cd, ef, hij, '1', kaz, rus, '1'];
};
const LIST = [
  row('330000000', 'Жетісу облысы', 'область Жетісу'),
  row('331000000', 'Талдықорған қ.ә.', 'Талдыкорган Г.А.'),
  row('331010000', 'Талдықорған қ.', 'г.Талдыкорган'),
  row('333200000', 'Ақсу ауданы', 'Аксуский район'),
  row('333241000', 'Жансүгіров а.о.', 'Жансугуровский с.о.'),
  row('333241100', 'Жансүгіров а.', 'с.Жансугуров'),
  row('750000000', 'Алматы қ.', 'г.Алматы'),
  row('611600000', 'Кентау қ.ә.', 'Кентау Г.А.'),
];

function book(rows: string[][], header = HEADER) {
  const columns = header.map((name) => ({ header: name, width: 20, kind: 'text' as const }));
  const sheet = { name: 'KATO', columns, rows, freeze_header: true };
  return app.parts.spreadsheet.writeSheet({ sheets: [sheet] });
}

function command(path: string) {
  const program = fileURLToPath(new URL('../../cli/admin.ts', import.meta.url));
  const done = spawnSync(process.execPath, [program, 'import-kato', path], {
    encoding: 'utf8',
    env: { ...process.env, SANDBOX: 'on', DATABASE_URL: app.database_url, DATA_DIR: app.data_dir },
  });
  return { code: done.status, said: (done.stdout + done.stderr).trim() };
}

test('before the official list there are the regions, their centres and the cities of the republic', async () => {
  expect(await suggest('Алматы')).toContain('город Алматы');
  expect((await suggest('семей'))[0]).toBe('Область Абай, г. Семей');
  expect((await suggest('орал', 'kz'))[0]).toBe('Батыс Қазақстан облысы, Орал қ.');
});

test('a place is found by either language, either keyboard, a keyboard left in Latin, and with a slip', async () => {
  const oskemen = 'Шығыс Қазақстан облысы, Өскемен қ.';
  for (const typed of ['Өскемен', 'оскемен', 'Усть-Каменогорск', 'усть каменогорск', 'jcrtvty'])
    expect([typed, (await suggest(typed, 'kz'))[0]]).toEqual([typed, oskemen]);
  for (const typed of ['Қарағанды', 'караганда', 'rfhfufylf', '0fhf5fyls', 'Karagandy', 'Карганда'])
    expect([typed, (await suggest(typed))[0]]).toEqual([typed, 'Карагандинская область, г. Караганда']);
  expect((await suggest('Қостан'))[0]).toMatch(/^Костанайская область/);
});

test('street and house stay as they were typed, and a whole place is not suggested again', async () => {
  expect((await suggest('актобе, пр. Абилкайыр хана 12-3'))[0]).toBe(
    'Актюбинская область, г. Актобе, пр. Абилкайыр хана 12-3',
  );
  expect(await suggest('Актюбинская область, г. Актобе, пр. Абилкайыр хана 12-3')).toEqual([]);
  expect(await suggest('a')).toEqual([]);
  expect(await suggest('?!% ;')).toEqual([]);
  expect(await suggest('xxqzwv')).toEqual([]);
});

test('the official list takes the place of the first one, with the whole way down to a settlement', async () => {
  const path = join(folder, 'kato.xlsx');
  writeFileSync(path, await book(LIST));
  expect(command(path)).toEqual({ code: 0, said: '8 places were brought in.' });
  const [found] = await suggestAddresses(app.parts.db, { address: 'жансугиров', locale: 'kz' });
  expect(found).toEqual({
    kato: '333241100',
    address: 'Жетісу облысы, Ақсу ауданы, Жансүгіров а.о., Жансүгіров а.',
  });
  expect((await suggest('жетису аксу жансугуров'))[0]).toContain('с.Жансугуров');
  expect((await suggest('жетысу'))[0]).toBe('область Жетісу');
  await seedReference(app.parts.db);
  expect(await suggest('семей')).toEqual([]);
});

test('a list with a fault is refused whole, and the rows are named', async () => {
  const before = await app.parts.db.selectFrom('places').selectAll().orderBy('id').execute();
  const refusal = async (xlsx: Uint8Array) =>
    await importKato(app.parts, xlsx).then(
      () => 'taken',
      (error: unknown) => (error instanceof Problem ? [error.code, error.detail.values] : error),
    );
  const other = ['a', 'b', 'c', 'd', 'e', 'f', 'name_kaz', 'h', 'i'];
  expect(await refusal(await book(LIST, other))).toEqual(['kato.columns', { columns: 'te, name_rus' }]);
  const holes = [...LIST, row('75000000', 'x', 'x'), row('750000001', '', ' ')];
  expect(await refusal(await book(holes))).toEqual(['kato.rows', { rows: '10, 11' }]);
  expect(await refusal(await book([...LIST, LIST[3]!]))).toEqual([
    'kato.twice',
    { code: '333200000', row: 10 },
  ]);
  expect(await refusal(await book([]))).toEqual(['kato.empty', undefined]);
  expect(await refusal(Buffer.from('not a workbook'))).toEqual(['kato.unreadable', undefined]);
  writeFileSync(join(folder, 'empty.xlsx'), await book([]));
  expect(command(join(folder, 'empty.xlsx'))).toEqual({
    code: 1,
    said: 'В файле нет ни одного места. Ничего не изменилось.',
  });
  expect(command(join(folder, 'nothing.xlsx'))).toMatchObject({ code: 1 });
  expect(await app.parts.db.selectFrom('places').selectAll().orderBy('id').execute()).toEqual(before);
});

test('the desk brings the list in too, is told what is wrong with it, and it is written down', async () => {
  const desk = await makeAdministrator(app, ['users']);
  const files = (bytes: Uint8Array) => ({ body: {}, files: { file: { name: 'kato.xlsx', bytes } } });
  const wrong = await app.raw('administration.import_kato', desk, files(await book([])));
  expect(wrong).toMatchObject({ status: 422, json: { code: 'kato.empty', field: 'file' } });
  const list = [...LIST, row('710000000', 'Астана қ.', 'г.Астана')];
  expect(await app.ok('administration.import_kato', desk, files(await book(list)))).toEqual({ places: 9 });
  expect(await suggest('астана')).toEqual(['г.Астана']);
  const noted = await app.parts.db.selectFrom('security_events').selectAll().execute();
  expect(noted.filter(({ kind }) => kind === 'kato_imported')).toMatchObject([{ detail: { places: 9 } }]);
});
