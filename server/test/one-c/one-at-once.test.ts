import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { holdAlone } from '../../../integrations/1c/src/hold-alone.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { DEFAULTS, makeMonth } from './month.ts';
import { serveBase } from './odata-server.ts';

const month = await makeMonth(2);
const server = await serveBase(month.base);
afterAll(async () => {
  await server.close();
  await month.app.close();
});
const PLACE_FILE = join(makeTemporaryFolder('kelisim-1c-'), 'place');
const lock = `${PLACE_FILE}.lock`;
const program = fileURLToPath(new URL('../../../integrations/1c/src/main.ts', import.meta.url));
const env = {
  KELISIM_URL: month.base_url,
  KELISIM_KEY: month.key,
  ONEC_URL: server.url,
  ONEC_USER: server.user,
  ONEC_PASSWORD: server.password,
  PLACE_FILE,
  KNP: DEFAULTS.knp,
  CATEGORY_ID: String(DEFAULTS.category_id),
  UNIT_ID: String(DEFAULTS.unit_id),
};
const run = () => promisify(execFile)(process.execPath, [program], { env });

test('a run of another user, whom this one may not ask, goes on', async () => {
  const asking = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  writeFileSync(lock, '1');
  await expect(holdAlone(lock)).rejects.toThrow('Обмен уже идёт: процесс 1.');
  asking.mockRestore();
});

test('a run beside one that goes on changes nothing', async () => {
  const { changes } = month.base;
  writeFileSync(lock, String(process.pid));
  await expect(run()).rejects.toThrow(`Обмен уже идёт: процесс ${process.pid}.`);
  expect(month.base.changes).toBe(changes);
});

test('a run that ended in the middle stops none, and of two at once none makes a thing twice', async () => {
  // Greater than any number of a process.
  writeFileSync(lock, '99999999');
  await Promise.allSettled([run(), run()]);
  await run();
  const numbers = [...month.base.rowsOf('Справочник.Контрагенты').values()].map(
    ({ values }) => values.ИдентификационныйКодЛичности,
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(existsSync(lock)).toBe(false);
});
