import { afterAll, expect, test } from 'vitest';
import { runExchange } from '../../../integrations/1c/src/exchange.ts';
import { openBase } from '../../../integrations/1c/src/odata.ts';
import { DEFAULTS, goThroughAfterwards, goThroughMonth, makeMonth, RECEIPT } from './month.ts';
import { serveBase } from './odata-server.ts';

/** ONEC_ACTS=500 is a month end; without it there are enough for every step to be what it is then. */
const month = await makeMonth(Number(process.env.ONEC_ACTS ?? 12));
const server = await serveBase(month.base);
afterAll(async () => {
  await server.close();
  await month.app.close();
});
const { kelisim } = month;
let kept: string | undefined;
const place = {
  read: async () => kept,
  write: async (next: string) => void (kept = next),
};
const base = openBase(server);
const run = () => runExchange({ kelisim, base, defaults: DEFAULTS, place });

test('receipts become acts, and their numbers and payments come back once', async () => {
  await goThroughMonth(month, run, async (bytes) => {
    const file = new File([new Uint8Array(bytes)], 'statement.txt', { type: 'text/plain' });
    const read = () => kelisim.payments.read_statement({ body: {}, files: { file } });
    const { added, matched } = await read();
    expect(matched).toBe(added);
    expect(await read()).toMatchObject({ added: 0, already_read: added });
  });
});

test('the feed from its beginning changes nothing either', async () => {
  const { changes } = month.base;
  kept = undefined;
  await run();
  expect(month.base.changes).toBe(changes);
});

test('an act whose answer was lost is not made again', async () => {
  const [receipt] = month.receipts;
  const { total } = await kelisim.acts.list();
  month.base.write(RECEIPT, { id: receipt!.id, values: { Комментарий: 'Kelisim' } });
  expect(await run()).toEqual([]);
  expect((await kelisim.acts.list()).total).toBe(total);
  expect(month.base.rowsOf(RECEIPT).get(receipt!.id)?.values.Комментарий).toMatch(/^Kelisim act \d+;$/);
});

test('numbers of ЭСФ come to the comment, and what a person decides is told', () =>
  goThroughAfterwards(month, run));

test('what cannot be sent is told and stops nothing', async () => {
  const { id } = month.base.write(RECEIPT, {
    values: { Организация: month.organization, ВидОперации: 'Товары', Комментарий: 'Kelisim' },
  });
  expect(await run()).toEqual([`Поступление ${id}: Передаются только поступления услуг.`]);
});
