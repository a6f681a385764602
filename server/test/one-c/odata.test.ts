import { afterAll, expect, test, vi } from 'vitest';
import { bookPayment } from '../../../integrations/1c/src/book-payment.ts';
import { runExchange } from '../../../integrations/1c/src/exchange.ts';
import { openBase } from '../../../integrations/1c/src/odata.ts';
import {
  compareMonth,
  DEFAULTS,
  goThroughAfterwards,
  goThroughMonth,
  makeMonth,
  PAYMENT,
  RECEIPT,
} from './month.ts';
import { allDone, signBy } from '../papers.ts';
import { PATIENT } from '../patience.ts';
import { serveBase } from './odata-server.ts';

/** `npm run prove one-c` goes through a month end of 500; without it there are enough for every step to be what it is then. */
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
let runs = 0;
const run = () => {
  runs += 1;
  return runExchange({ kelisim, base, defaults: DEFAULTS, place });
};

test('receipts become acts, and their numbers and payments come back once', async ({ task }) => {
  const began = performance.now();
  await goThroughMonth(month, run, async (bytes) => {
    const file = new File([new Uint8Array(bytes)], 'statement.txt', { type: 'text/plain' });
    const read = () => kelisim.payments.read_statement({ body: {}, files: { file } });
    const { added, matched } = await read();
    expect(matched).toBe(added);
    expect(await read()).toMatchObject({ added: 0, already_read: added });
  });
  const figures = await compareMonth(month);
  expect(figures).toMatchObject({ acts: month.receipts.length + 1, duplicates: 0, typed_twice: 0 });
  // `npm run prove one-c` reads them.
  Object.assign(task.meta, {
    figures: { ...figures, runs, seconds: Math.round((performance.now() - began) / 1_000) },
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

const receiptLike = (values: Record<string, string | boolean>, row: Record<string, number> = {}) =>
  month.base.write(RECEIPT, {
    values: { ...month.receipts[0]?.values, Комментарий: 'Kelisim', НомерВходящегоДокумента: '', ...values },
    services: (month.receipts[0]?.services ?? []).map((one) => ({ ...one, ...row })),
  }).id;
const commentOf = (id: string) => month.base.rowsOf(RECEIPT).get(id)?.values.Комментарий;

test('a receipt that an accountant has marked for deletion is left as it is', async () => {
  const id = month.receipts[2]?.id ?? '';
  const values = { ПометкаУдаления: true, НомерВходящегоДокумента: '' };
  month.base.write(RECEIPT, { id, values });
  kept = undefined;
  await run();
  expect(month.base.rowsOf(RECEIPT).get(id)?.values).toMatchObject(values);
});

test('an act that was made and not sent keeps its receipt for the next run, and one that is annulled is told of', async () => {
  const id = receiptLike({});
  const refusing = Object.create(kelisim, {
    acts: {
      value: Object.create(kelisim.acts, {
        send: {
          value: ({ body }: { body: { act_ids: number[] } }) =>
            Promise.resolve({
              items: body.act_ids.map((act_id) => ({ act_id, status: 'failed', message: 'Нельзя' })),
            }),
        },
      }) as typeof kelisim.acts,
    },
  }) as typeof kelisim;
  expect(await runExchange({ kelisim: refusing, base, defaults: DEFAULTS, place })).toEqual([
    `Поступление ${id}: Нельзя`,
  ]);
  expect(commentOf(id)).toBe('Kelisim');
  expect(await run()).toEqual([]);
  expect(commentOf(id)).toMatch(/^Kelisim act \d+;$/);
  const [act] = (await kelisim.acts.list({ query: { external_id: id } })).items;
  const { app, deal, director } = month;
  const act_ids = [act?.id ?? 0];
  for (const person of [deal.executor.person, director]) allDone(await signBy(app, person, ...act_ids));
  for (const person of [director, deal.executor.person])
    allDone(await app.ok('acts.annul_many', person, { body: { act_ids, reason: 'Ошибка' } }));
  const told: string[] = [];
  await vi.waitFor(async () => {
    told.push(...(await run()));
    expect(told).toHaveLength(1);
  }, PATIENT);
  expect(told[0]).toContain(id);
});

test('a payment that bears the mark of another one is not taken for its like', async () => {
  const [order] = (await kelisim.payments.orders({ query: { limit: 1 } })).items;
  if (!order) throw new Error('nothing was paid');
  const { size } = month.base.rowsOf(PAYMENT);
  const exchange = { kelisim, base, organization: month.organization, tell: () => undefined };
  await bookPayment(exchange, { ...order, id: order.id + 1_000_000 });
  expect(month.base.rowsOf(PAYMENT).size).toBe(size + 1);
});

test('of two organizations with one БИН none is chosen', async () => {
  const { id } = month.base.write('Справочник.Организации', {
    values: { ИдентификационныйНомер: month.deal.company.bin, Наименование: 'Вторая' },
  });
  await expect(run()).rejects.toThrow('одна организация с этим БИН');
  month.base.write('Справочник.Организации', { id, values: { ПометкаУдаления: true } });
});

test('what cannot be sent is told and stops nothing', async () => {
  const goods = month.base.write(RECEIPT, {
    values: { Организация: month.organization, ВидОперации: 'Товары', Комментарий: 'Kelisim' },
  }).id;
  const taxed = receiptLike({ СуммаВключаетНДС: false }, { СуммаНДС: 480 });
  expect((await run()).toSorted()).toEqual(
    [
      `Поступление ${goods}: Передаются только поступления услуг.`,
      `Поступление ${taxed}: НДС начислен сверху: включите его в сумму.`,
    ].toSorted(),
  );
});
