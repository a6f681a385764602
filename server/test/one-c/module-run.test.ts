import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeThrowawayFolder } from '../temporary-folder.ts';
import { DEFAULTS, goThroughAfterwards, goThroughMonth, makeMonth, PAYMENT, RECEIPT } from './month.ts';
import { parseBsl } from './parse-bsl.ts';
import { makePlatform } from './platform.ts';
import { Module } from './run-bsl.ts';
import { List, Structure } from './values.ts';

/** The module itself, over an imitated platform: what it decides is tried, and not what 1C is. */
const source = readFileSync(new URL('../../../web/public/developers/1c-module.txt', import.meta.url), 'utf8');
const month = await makeMonth(12);
const platform = makePlatform(month.base, month.base_url);
const module = new Module(parseBsl(source), platform);
const folder = makeThrowawayFolder('one-c');
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await month.app.close();
});

const save = (key: string, to = module) => {
  const defaults = Structure.of([
    'КНП, Категория, Единица',
    DEFAULTS.knp,
    DEFAULTS.category_id,
    DEFAULTS.unit_id,
  ]);
  return to.call('СохранитьНастройки', ['kelisim.example', key, defaults]);
};
async function run(): Promise<string[]> {
  const messages = await module.call('Обменяться');
  return messages instanceof List ? messages.items.map(String) : [];
}

test('says that it is not set up', async () => {
  await expect(module.call('Обменяться')).rejects.toThrow('Обмен с Kelisim не настроен');
});

test('receipts become acts, and their numbers and payments come back once', async () => {
  await save(month.key);
  await goThroughMonth(month, run, async (bytes) => {
    const file = join(folder, 'statement.txt');
    writeFileSync(file, bytes);
    const read = async () => {
      const answer = await module.call('ПередатьВыписку', [file]);
      return answer instanceof Structure ? answer.fields : new Map<string, unknown>();
    };
    const first = await read();
    expect(first.get('matched')).toBe(first.get('added'));
    expect((await read()).get('already_read')).toBe(first.get('added'));
  });
});

test('the feed from its beginning changes nothing either', async () => {
  const { changes } = month.base;
  await module.call('Сохранить', ['Место', (await month.kelisim.events.list({ query: { limit: 1 } })).next]);
  await run();
  expect(month.base.changes).toBe(changes);
});

test('numbers of ЭСФ come to the comment, and what a person decides is told', () =>
  goThroughAfterwards(month, run));

test('an act whose answer was lost is not made again', async () => {
  const { id } = month.receipts[0]!;
  const { total } = await month.kelisim.acts.list();
  month.base.write(RECEIPT, { id, values: { Комментарий: 'Kelisim' } });
  expect(await run()).toEqual([]);
  expect((await month.kelisim.acts.list()).total).toBe(total);
  expect(month.base.rowsOf(RECEIPT).get(id)?.values.Комментарий).toMatch(/^Kelisim act \d+;$/);
});

test('two runs at once find and make each thing once', async () => {
  const { base } = month;
  base.rowsOf(PAYMENT).clear();
  const beside = new Module(parseBsl(source), makePlatform(base, month.base_url, platform.lock));
  await save(month.key, beside);
  const place = (await month.kelisim.events.list({ query: { limit: 1 } })).next;
  for (const one of [module, beside]) await one.call('Сохранить', ['Место', place]);
  await Promise.all([module.call('Обменяться'), beside.call('Обменяться')]);
  const marks = [...base.rowsOf(PAYMENT).values()].map(
    ({ values }) => /^Kelisim payment \d+;/.exec(String(values.Комментарий))?.[0],
  );
  expect(marks.length).toBeGreaterThan(5);
  expect(new Set(marks).size).toBe(marks.length);
});

test('what cannot be sent is told, also in the log, and stops nothing', async () => {
  month.base.write(RECEIPT, {
    values: { Организация: month.organization, ВидОперации: 'Товары', Комментарий: 'Kelisim' },
  });
  expect(await run()).toEqual([expect.stringContaining('Передаются только поступления услуг.')]);
  expect(platform.log.at(-1)).toContain('Передаются только поступления услуг.');
});

test('a key that is refused stops the run and says why', async () => {
  await save(`${month.key.slice(0, -1)}_`);
  await expect(run()).rejects.toThrow(/unauthorized/);
});
