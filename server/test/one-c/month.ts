import { expect, vi } from 'vitest';
import { createClient, type Answer, type Kelisim } from '../../../sdk/ts/src/client.ts';
import { READY_SETS } from '@kelisim/shared/features/api-keys/ready-sets.ts';
import { addTestKey } from '../api-keys.ts';
import { lockEsf } from '../../src/features/esf/esf.queries.ts';
import { moveEsf } from '../../src/features/esf/move-esf.ts';
import { payByFile } from '../bank-papers.ts';
import { statementOf } from '../bank-statement.ts';
import { makeDealApp } from '../deal-app.ts';
import { openFeed } from '../open-feed.ts';
import { makeReadyEsf } from '../esf-papers.ts';
import { actBody, allDone, makeDeal, signBy, TODAY, type Deal } from '../papers.ts';
import { PATIENT } from '../patience.ts';
import { makeExecutor } from '../people.ts';
import { OneCBase, type Row } from './base.ts';

export const RECEIPT = 'Документ.ПоступлениеТоваровУслуг';
export const PAYMENT = 'Документ.ПлатежноеПоручениеИсходящее';
export const DEFAULTS = { knp: '859', category_id: 1, unit_id: 1 };
const ACCOUNTS = {
  УчитыватьКПН: true,
  СчетУчетаРасчетовСКонтрагентом: '00000000-0000-4000-8000-000000003310',
  СчетУчетаРасчетовПоАвансам: '00000000-0000-4000-8000-000000001610',
};
const OF_ROWS = {
  Номенклатура: '00000000-0000-4000-8000-000000000001',
  СчетЗатратБУ: '00000000-0000-4000-8000-000000007210',
};
const TENGE = '00000000-0000-4000-8000-000000000398';

/** Where an exchange is tried: the running product with a key, and a base of 1C that knows one executor of two. */
export async function makeMonth(count: number) {
  const { app, deal, director } = await makeDealApp();
  const other = await makeDeal(
    app,
    deal.company,
    await makeExecutor(app, deal.company, { algorithm: 'rsa' }),
  );
  const base_url = await app.listen();
  const { token: key } = await addTestKey(app, director, READY_SETS.one_c);
  const kelisim = createClient({ base_url, key });
  await openFeed(() => kelisim.events.list({ query: { limit: 1 } }));
  const base = new OneCBase();
  const organization = base.write('Справочник.Организации', {
    values: { ИдентификационныйНомер: deal.company.bin, Наименование: 'Наша организация' },
  }).id;
  const known = await addKnownExecutor(base, kelisim, organization, deal);
  const receipts = Array.from({ length: count }, (_, at) =>
    base.write(RECEIPT, {
      values: {
        ...known,
        Организация: organization,
        Дата: TODAY,
        ВидОперации: 'Услуги',
        СуммаВключаетНДС: true,
        СуммаДокумента: 3000 + at,
        Комментарий: 'Kelisim',
      },
      services: [
        {
          ...OF_ROWS,
          Содержание: `Доставка № ${at + 1}`,
          Количество: 2,
          Цена: 1500 + at / 2,
          Сумма: 3000 + at,
        },
      ],
    }),
  );
  return { app, base, base_url, deal, director, kelisim, key, organization, other, receipts };
}
export type Month = Awaited<ReturnType<typeof makeMonth>>;

/** The counterparty, the contract and the posted receipt that an accountant already has. */
async function addKnownExecutor(base: OneCBase, kelisim: Kelisim, organization: string, deal: Deal) {
  const { id: counterparty } = base.write('Справочник.Контрагенты', {
    values: { ИдентификационныйКодЛичности: deal.executor.bin, Наименование: 'ИП из 1С' },
  });
  const contract = await kelisim.documents.get({ params: { doc_id: deal.contract_id } });
  const { id: contract_key } = base.write('Справочник.ДоговорыКонтрагентов', {
    values: {
      Владелец: counterparty,
      Организация: organization,
      НомерДоговора: contract.number,
      ДатаДоговора: contract.date,
      ВалютаВзаиморасчетов: TENGE,
    },
  });
  const known = { Контрагент: counterparty, ДоговорКонтрагента: contract_key };
  base.write(RECEIPT, {
    values: {
      ...known,
      ...ACCOUNTS,
      Организация: organization,
      Дата: '2026-01-31',
      Проведен: true,
      ВидОперации: 'Услуги',
    },
    services: [{ ...OF_ROWS, Содержание: 'Прошлый месяц', Количество: 1, Цена: 100, Сумма: 100 }],
  });
  return known;
}

/**
 * A month end: receipts of 1C become acts, people sign and pay them, and numbers and payments come back. `run` is one
 * exchange, `tell_bank` gives Kelisim the statement of the bank.
 */
export async function goThroughMonth(
  month: Month,
  run: () => Promise<string[]>,
  tellBank: (statement: Buffer) => Promise<void>,
): Promise<void> {
  const { app, base, deal, director, kelisim, organization, other, receipts } = month;
  expect(await run()).toEqual([]);
  const sent = await actsOf(kelisim);
  expect(sent.size).toBe(receipts.length);
  for (const { id, values, services } of receipts) {
    const listed = sent.get(id)!;
    const act = await kelisim.acts.get({ params: { act_id: listed.id } });
    expect(act).toMatchObject({
      status: { code: 'sent' },
      title: services[0]!.Содержание,
      act_date: values.Дата,
      amount: Number(values.СуммаДокумента).toFixed(2),
      contract_id: deal.contract_id,
      contractor_company: { bin: deal.executor.bin },
    });
    expect(base.rowsOf(RECEIPT).get(id)?.values.Комментарий).toBe(`Kelisim act ${act.id};`);
  }
  // The executor that 1C did not know, and the contract, are there now.
  const [made] = base.find('Справочник.Контрагенты', { ИдентификационныйКодЛичности: other.executor.bin });
  expect(made?.values).toMatchObject({
    НаименованиеПолное: expect.stringMatching(/./),
    ЮрФизЛицо: 'ФизЛицо',
  });

  // What people do in Kelisim: an act more, which only Kelisim knows; both sides sign; the company pays.
  const own = await app.ok('acts.create', director, {
    body: { ...actBody(other), contractor_company_id: other.executor.id, contract_id: other.contract_id },
  });
  allDone(await app.ok('acts.send', director, { body: { act_ids: [own.id] } }));
  const of_deal = [...sent.values()].map(({ id }) => id);
  for (let from = 0; from < of_deal.length; from += 100)
    for (const person of [deal.executor.person, director])
      allDone(await signBy(app, person, ...of_deal.slice(from, from + 100)));
  for (const person of [other.executor.person, director]) allDone(await signBy(app, person, own.id));
  await payByFile(app, director);
  const all = [...of_deal, own.id];
  for (let from = 0; from < all.length; from += 100)
    allDone(await app.ok('acts.pay', director, { body: { act_ids: all.slice(from, from + 100) } }));
  await app.ok('payments.make_file', director, { body: { format: '1c' } });

  // The accountant loads the bank’s file into 1C and has entered one payment of it already.
  const orders = [];
  for await (const order of kelisim.pages('payments.orders')) orders.push(order);
  expect(orders).toHaveLength(all.length);
  const early = orders.find(({ act }) => of_deal.includes(act.id))!;
  const counterparty = base.find('Справочник.Контрагенты', {
    ИдентификационныйКодЛичности: deal.executor.bin,
  })[0]!.id;
  const by_hand = base.write(PAYMENT, {
    values: {
      Организация: organization,
      Контрагент: counterparty,
      СуммаДокумента: Number(early.amount),
      ДатаВыписки: TODAY,
      Дата: TODAY,
      Оплачено: true,
      Проведен: true,
      Комментарий: 'из банка',
    },
  });
  const { iban } = await app.parts.db
    .selectFrom('bank_requisites')
    .select('iban')
    .where('company_id', '=', deal.company.id)
    .executeTakeFirstOrThrow();
  const told = orders.map(({ number, amount, payee, purpose, knp }) => ({
    number: String(number),
    amount_tiyn: BigInt(amount.replace('.', '')),
    iban: payee.iban,
    purpose,
    knp,
    day: TODAY,
  }));
  await tellBank(statementOf(iban, told));
  expect((await kelisim.acts.list({ query: { is_payed: true } })).total).toBe(all.length);

  // An event is shown when nothing older can still come: other tests keep transactions open in the same server.
  await vi.waitFor(async () => {
    await run();
    expect(base.rowsOf(PAYMENT).size).toBe(all.length);
  }, PATIENT);
  expectBooked(month, await actsOf(kelisim), by_hand);

  const before = [base.changes, base.rowsOf(RECEIPT).size, (await kelisim.acts.list()).total];
  for (let again = 0; again < 3; again += 1) expect(await run()).toEqual([]);
  expect([base.changes, base.rowsOf(RECEIPT).size, (await kelisim.acts.list()).total]).toEqual(before);
}

async function actsOf(kelisim: Kelisim) {
  const acts = new Map<string, Answer<'acts.list'>['items'][number]>();
  for await (const act of kelisim.pages('acts.list')) acts.set(act.external_id ?? '', act);
  return acts;
}

function expectBooked(
  { base, organization, receipts, other }: Month,
  acts: Awaited<ReturnType<typeof actsOf>>,
  by_hand: Row,
) {
  expect(acts.size).toBe(receipts.length + 1);
  for (const [id, act] of acts)
    expect(base.rowsOf(RECEIPT).get(id)?.values).toMatchObject({
      Проведен: false,
      НомерВходящегоДокумента: act.number,
      ДатаВходящегоДокумента: TODAY,
      Организация: organization,
      СуммаДокумента: Number(act.amount),
      Комментарий: `Kelisim act ${act.id};`,
    });
  const rows = [...base.rowsOf(RECEIPT).values()];
  expect(rows).toHaveLength(receipts.length + 2);
  const own = rows.find(({ id }) => acts.has(id) && !receipts.some((receipt) => receipt.id === id));
  const [counterparty] = base.find('Справочник.Контрагенты', {
    ИдентификационныйКодЛичности: other.executor.bin,
  });
  expect(own).toMatchObject({
    values: { Контрагент: counterparty?.id, ВалютаДокумента: TENGE, ВидОперации: 'Услуги' },
    services: [{ Содержание: 'Доставка документов', Количество: 3, Цена: 1500, Сумма: 4500 }],
  });
  const payments = [...base.rowsOf(PAYMENT).values()];
  expect(new Set(payments.map(({ values }) => values.Комментарий)).size).toBe(payments.length);
  const sum = (of: number[]) => of.reduce((whole, one) => whole + one, 0);
  expect(sum(payments.map(({ values }) => Number(values.СуммаДокумента)))).toBe(
    sum([...acts.values()].map(({ amount }) => Number(amount))),
  );
  for (const { values } of payments)
    expect(values).toMatchObject({
      Оплачено: true,
      ДатаВыписки: TODAY,
      Комментарий: expect.stringMatching(/^Kelisim payment \d+;/),
    });
  // The one that was there is taken for its payment, and no other is made.
  expect(base.rowsOf(PAYMENT).get(by_hand.id)?.values.Комментарий).toMatch(/^Kelisim payment \d+; из банка$/);
}

/**
 * What the two bases hold after the month, beside each other: `duplicates` are acts, receipts and payments that stand for
 * something that is there already, `typed_twice` fields that one base knows and somebody would have to type into the other.
 */
export async function compareMonth({ base, kelisim }: Month) {
  const acts = await actsOf(kelisim);
  const { total } = await kelisim.acts.list();
  const [receipts, payments] = [RECEIPT, PAYMENT].map((object) =>
    [...base.rowsOf(object).values()].filter(({ values }) =>
      String(values.Комментарий).startsWith('Kelisim '),
    ),
  ) as [Row[], Row[]];
  const orders = new Map<string, { amount: string }>();
  for await (const order of kelisim.pages('payments.orders'))
    orders.set(`Kelisim payment ${order.id};`, order);
  const party = (id: unknown) =>
    base.rowsOf('Справочник.Контрагенты').get(String(id))?.values.ИдентификационныйКодЛичности;
  const pairs: [unknown, unknown][] = [];
  for (const { id, values, services } of receipts) {
    const act = acts.get(id);
    const contract = base.rowsOf('Справочник.ДоговорыКонтрагентов').get(String(values.ДоговорКонтрагента));
    pairs.push(
      [values.НомерВходящегоДокумента, act?.number],
      [values.ДатаВходящегоДокумента, act?.act_date],
      [Number(values.СуммаДокумента), Number(act?.amount)],
      [party(values.Контрагент), act?.contractor_company.bin],
      [contract?.values.Владелец, values.Контрагент],
      [
        services.map(({ Сумма }) => Number(Сумма)).reduce((whole, one) => whole + one, 0),
        Number(act?.amount),
      ],
    );
  }
  for (const { values } of payments) {
    const order = orders.get(/^Kelisim payment \d+;/.exec(String(values.Комментарий))?.[0] ?? '');
    pairs.push(
      [Number(values.СуммаДокумента), Number(order?.amount)],
      [values.ДатаВыписки, TODAY],
      [values.Оплачено, true],
    );
  }
  const marks = [...receipts, ...payments].map(
    ({ values }) => /^Kelisim \w+ \d+;/.exec(String(values.Комментарий))?.[0],
  );
  return {
    acts: total,
    receipts: receipts.length,
    payments: payments.length,
    duplicates: total - acts.size + marks.length - new Set(marks).size,
    fields: pairs.length,
    typed_twice: pairs.filter(([there, here]) => there !== here).length,
  };
}

/** After the month: numbers of ЭСФ, one of them of a receipt that is posted already, and an act that was returned. */
export async function goThroughAfterwards(month: Month, run: () => Promise<string[]>): Promise<void> {
  const { app, base, deal, kelisim, receipts } = month;
  const [open, posted] = receipts;
  base.write(RECEIPT, { id: posted!.id, values: { Проведен: true } });
  const acts = await actsOf(kelisim);
  const { db } = app.parts;
  for (const { id } of [open!, posted!]) {
    const esf_id = await makeReadyEsf(app, deal, acts.get(id)!.id);
    const moves = [
      ['send', 'us', {}],
      ['take', 'system', {}],
      ['register', 'system', { registration_number: `ESF-${esf_id}` }],
    ] as const;
    for (const [action, by, change] of moves)
      await db
        .transaction()
        .execute(async (tx) => moveEsf(tx, (await lockEsf(tx, esf_id))!, action, by, change));
  }
  const { id: another } = base.write(RECEIPT, {
    values: {
      ...base.rowsOf(RECEIPT).get(open!.id)!.values,
      Комментарий: 'Kelisim',
      НомерВходящегоДокумента: '',
    },
    services: open!.services,
  });
  const told = await run();
  const returned = (await actsOf(kelisim)).get(another)!.id;
  const body = { reason: 'Не та сумма' };
  await app.ok('acts.return', deal.executor.person, { params: { act_id: returned }, body });
  await vi.waitFor(async () => {
    told.push(...(await run()));
    expect(told).toHaveLength(2);
  }, PATIENT);
  expect(base.rowsOf(RECEIPT).get(open!.id)?.values.Комментарий).toMatch(/^Kelisim act \d+; ЭСФ ESF-\d+;$/);
  expect(told[0]).toMatch(/уже провед.*ЭСФ – ESF-\d+\.$/);
  expect(told[1]).toContain(another);
}
