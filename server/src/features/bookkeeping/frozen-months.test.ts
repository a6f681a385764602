import { sql } from 'kysely';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Reconciliation } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { afterAll, expect, test } from 'vitest';
import { payByFile } from '../../../test/bank-papers.ts';
import { makeReadyEsf } from '../../../test/esf-papers.ts';
import { holdInvariants, closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  becomeIndividual,
  makeDeal,
  makeSignedActs,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { findMonthReckoned } from './withhold.ts';
import { reckonRegister } from './reckon-months.ts';
import { unzip } from '../../../test/unzip.ts';
import { line } from '../../../test/withheld.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const END = addDays(`${TODAY.slice(0, 7)}-01`, -1);
const FIRST = `${END.slice(0, 7)}-01`;
const OPEN = addDays(END, 1);
/** A company with an individual, who has the deduction, and whose withholding is reckoned. */
async function makeMonth(): Promise<Deal> {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { director: by } = deal.company;
  await becomeIndividual(app, deal);
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  await makeSignedActs(app, deal, 1, { ...line('70.00'), date: addDays(FIRST, -1) });
  // Sent and not answered: its paper is drawn again for each request.
  await app.ok('reconciliations.send', by, { body: { date_from: FIRST, date_to: END } });
  return deal;
}

/** An act of a day that was paid on another. */
async function makePaid(
  { company, ...deal }: Deal,
  rate: string,
  date: string,
  paid: string,
): Promise<number> {
  const [act_id] = await makeSignedActs(app, { company, ...deal }, 1, { ...line(rate), date });
  await pay({ company, ...deal }, act_id!, paid);
  return act_id!;
}

async function pay({ company }: Deal, act_id: number, day: string): Promise<void> {
  allDone(await app.ok('acts.pay', company.director, { body: { act_ids: [act_id] } }));
  const [order] = (await app.ok('payments.orders', company.director, { query: {} })).items;
  await app.ok('payments.make_file', company.director, { body: { format: '1c' } });
  await sql`update payment_orders set sent_at = ${`${day}T12:00:00+05:00`} where id = ${order!.id}`.execute(
    app.parts.db,
  );
  await app.ok('payments.decide', company.director, {
    params: { order_id: order!.id },
    body: { outcome: 'settled', reason: 'По выписке', date: day },
  });
}

/** What was paid and withheld on a day, whenever it came. */
function grossByDay(entries: Reconciliation['entries']) {
  const days = Map.groupBy(
    entries.filter(({ paid }) => paid !== null),
    ({ date, late_of }) => `${date} ${late_of}`,
  );
  return [...days.values()].map((of) => [
    of[0]!.date,
    of[0]!.late_of,
    formatMoney(of.reduce((sum, { paid }) => sum + parseMoney(paid!)!, 0n)),
  ]);
}

const close = ({ company }: Deal, closed_until: string | null, note = 'Итоги месяца') =>
  app.ok('bookkeeping.close_period', company.director, { body: { closed_until, note } });

/** Every paper of the closed month, as its bytes. */
async function exportMonth({ company, executor }: Deal): Promise<Record<string, string>> {
  const query = { company_id: executor.id, date_from: FIRST, date_to: END };
  const { director: by } = company;
  const sent = await app.ok('reconciliations.list', by, { query: {} });
  const act = { params: { reconciliation_id: sent.items[0]!.id } };
  const papers = {
    act_pdf: await app.raw('reconciliations.pdf', by, act),
    act_sheet: await app.raw('reconciliations.sheet', by, act),
    executor_act: await app.raw('reconciliations.sheet', executor.person, act),
    acts_csv: await app.raw('acts.export', by, {
      body: { format: 'csv', filter: { date_from: FIRST, date_to: END } },
    }),
    register: await app.raw('bookkeeping.withholding_register', by, {
      query: { date_from: FIRST, date_to: END },
    }),
    pdf: await app.raw('bookkeeping.reconciliation_pdf', by, { query }),
    sheet: await app.raw('bookkeeping.reconciliation_sheet', by, { query }),
    acts: await app.raw('acts.export', by, {
      body: { format: 'xlsx', filter: { date_from: FIRST, date_to: END } },
    }),
    payments: await app.raw('payments.orders_sheet', by, { query: { date_from: FIRST, date_to: END } }),
    contracts: await app.raw('documents.sheet', by, { query: {} }),
    invoices: await app.raw('esf.sheet', by, { query: {} }),
    package_ru: await packageOf(company, 'ru'),
    package_kz: await packageOf(company, 'kz'),
  };
  return bytesOf(papers);
}

/** Lists that say who is called what today, but sums as they were reckoned. */
async function exportNow({ company: { director: by }, executor: { person } }: Deal) {
  const query = { from: FIRST.slice(0, 7), to: FIRST.slice(0, 7) };
  return bytesOf({
    executors: await app.raw('executors.sheet', by, { query: {} }),
    statistics: await app.raw('statistics.sheet', by, { query }),
    executor_statistics: await app.raw('statistics.sheet', person, { query }),
  });
}

function bytesOf(papers: Record<string, { status: number; bytes: Uint8Array }>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(papers).map(([name, { status, bytes }]) => {
      expect(status, name).toBe(200);
      return [name, Buffer.from(bytes).toString('base64')];
    }),
  );
}

/** The same month as its executor and the State Corporation are told of it, and by what it is explained. */
async function tellMonth({ company, executor }: Deal) {
  const [year, month] = [Number(FIRST.slice(0, 4)), FIRST.slice(0, 7)];
  const { payers } = await app.ok('income.year', executor.person, { query: { year } });
  const { items } = await app.ok('obligations.month', company.director, { query: { month } });
  const of = {
    company_id: company.id,
    executor_company_id: executor.id,
    day: addDays(FIRST, 3),
    taxed_as: 'individual',
  } as const;
  const { month: reckoned } = await findMonthReckoned(app.parts.db, of, 300_000_00n);
  if (reckoned?.kind !== 'individual') throw new Error('An individual is reckoned as one.');
  const [gross, { base_deduction }, , figures] = reckoned.of;
  return {
    income: payers[0]!.months.find((one) => one.month === month),
    obligations: items.map(({ kind, amount, people }) => ({ kind, amount, people })),
    explained: { gross, base_deduction, figures },
  };
}

async function packageOf({ director }: Deal['company'], locale: 'ru' | 'kz') {
  const month = FIRST.slice(0, 7);
  const { ticket } = await app.ok('month_package.ticket', director, { body: { month } }, { locale });
  return app.raw('month_package.download', null, { params: { ticket } });
}

/** The register and the payslips of the first payment of the month, of the executor and in both languages. */
async function exportTaxes({ company, executor }: Deal): Promise<Record<string, string>> {
  const query = { date_from: FIRST, date_to: END };
  const { payers } = await app.ok('income.year', executor.person, {
    query: { year: Number(FIRST.slice(0, 4)) },
  });
  const month = payers[0]!.months.find((one) => one.month === FIRST.slice(0, 7))!;
  const { act_id, order_number, date } = month.payments[0]!;
  const paid = { company_id: company.id, act_id: act_id!, order_number: order_number!, date };
  const papers: Record<string, string> = { income: JSON.stringify(month) };
  for (const language of ['ru', 'kz'] as const) {
    const register = await app.raw(
      'bookkeeping.withholding_register',
      company.director,
      { query },
      { locale: language },
    );
    const payslip = await app.raw('income.payslip', executor.person, { query: { ...paid, language } });
    papers[`register_${language}`] = register.bytes.toString('base64');
    papers[`payslip_${language}`] = payslip.bytes.toString('base64');
  }
  return papers;
}

/** What a company sets for its later payments, and what the operator and others say of taxes. */
async function changeSettings({ company, executor }: Deal): Promise<void> {
  const { director: by } = company;
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: false, reason: 'Считаем сами' } });
  await app.ok('payments.change_settings', by, {
    body: {
      channel: 'file',
      payment_limit: null,
      bookkeeper_name: 'Иная Б. Х.',
      purpose: 'Иначе: {contract_number}',
      knp: '851',
    },
  });
  await sql`update deduction_applications set valid_until = valid_from where company_id = ${company.id}`.execute(
    app.owner,
  );
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing, pension)
    values (${executor.id}, '2020-01-01', 'individual', 'age')`.execute(app.owner);
  await sql`
    insert into tax_figures (figure, valid_from, valid_until, value, source)
    select figure, valid_from, valid_until, value + 1, 'Иначе' from tax_figures where value is not null`.execute(
    app.owner,
  );
  await sql`update tax_figures set source = 'Иначе'`.execute(app.owner);
  await sql`
    insert into tax_decisions (company_id, question, choice, valid_from, created_by)
    values (${company.id}, 'deduction_carry', 'year', '2020-01-01', ${company.director.user_id}),
      (${company.id}, 'platform_role', 'customer_is_operator', '2020-01-01', ${company.director.user_id})`.execute(
    app.owner,
  );
  await sql`
    insert into earlier_incomes (executor_company_id, company_id, kind, period, amount_tiyn, source, source_on)
    values (${executor.id}, ${company.id}, 'taxed', ${FIRST.slice(0, 4)}, 9000000000, 'Иначе', ${FIRST})`.execute(
    app.owner,
  );
  await sql`
    insert into company_vat (company_id, valid_from, rate, certificate_series, certificate_number, updated_by)
    select ${executor.id}, '2026-01-01', 12, '60001', '0000001', min(id) from users`.execute(app.owner);
}

/** What the sides are called and are, and the language of their papers. */
async function changeNames({ company, executor }: Deal): Promise<void> {
  await sql`
    update companies set name = 'ТОО «Иначе»', name_kz = '«Басқаша» ЖШС', ceo_name = 'Иной И. И.', document_language = 'kz'
    where id in (${company.id}, ${executor.id})`.execute(app.owner);
  await sql`update companies set type = 'ip' where id = ${executor.id}`.execute(app.owner);
}

/** The list of counterparties is read from kept sums: it must say what the rows say, wherever a period begins and ends. */
async function expectSameList({ company: { director: by }, executor }: Deal): Promise<void> {
  const days = [addDays(FIRST, -2), FIRST, addDays(FIRST, 2), addDays(FIRST, 10), END, OPEN, TODAY];
  for (const date_from of days)
    for (const date_to of days.filter((day) => day >= date_from)) {
      if (date_from === FIRST && date_to === END) continue;
      const period = { date_from, date_to };
      const query = { ...period, company_id: executor.id };
      const { entries, opening, closing } = await app.ok('bookkeeping.reconciliation', by, { query });
      const listed = await app.ok('reconciliations.parties', by, { query: period });
      const is_there = entries.length > 0 || opening !== '0.00';
      expect(
        listed.items.map((one) => one.closing),
        JSON.stringify(period),
      ).toEqual(is_there ? [closing] : []);
    }
}

test('the register says what was paid on which day, and closed months keep it whatever becomes of the money', async () => {
  const deal = await makeMonth();
  const [day, other] = [addDays(FIRST, 3), addDays(FIRST, 5)];
  const act_id = await makePaid(deal, '300000.00', FIRST, day);
  await makePaid(deal, '100000.00', FIRST, other);
  await close(deal, END);
  const taxes = await exportTaxes(deal);
  const shown = (date: string) => date.split('-').reverse().join('.');
  const register = Buffer.from(taxes.register_ru!, 'base64');
  const [row, ...more] = await readSheet(app, register);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    Месяц: FIRST.slice(0, 7),
    ИИН: deal.executor.bin,
    'Дни выплаты': `${shown(day)}, ${shown(other)}`,
    'Выплачено до удержаний': '400000',
    'Удержано: ОПВ': '40000',
    'Удержано: ВОСМС': '8000',
    'Удержано: СО': '18000',
    'Удержано: ИПН': '12075',
    'Удержано всего': '78075',
    'Выплачено на руки': '321925',
    // Each payment was made in this month with the deduction of this month, and carried out in the month before.
    'По расчёту: ИПН': '20425',
    'Осталось удержать': '8350',
  });
  const payments = await readSheet(app, register, 'Выплаты');
  expect(
    payments.map((one) => [one['День выплаты'], one['Выплачено до удержаний'], one['Удержано всего']]),
  ).toEqual([
    [day, '300000', '61575'],
    [other, '100000', '16500'],
  ]);

  // The person was something else all along, and the first payment came back.
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing) values (${deal.executor.id}, '2020-01-01', 'ip')`.execute(
    app.owner,
  );
  const undo = (undone: boolean) =>
    sql`
    update settlements m set undone_at = case when ${undone} then now() end, undone_by = case when ${undone} then o.decided_by end
    from payment_orders o where o.id = m.order_id and o.act_id = ${act_id}`.execute(app.owner);
  await undo(true);
  const after = await exportTaxes(deal);
  for (const [name, bytes] of Object.entries(taxes)) expect(after[name] === bytes, name).toBe(true);
  await undo(false);
});

test('what is told of a closed month later is shown as a difference to book, and the month stays', async () => {
  const deal = await makeMonth();
  const { director: by } = deal.company;
  await makePaid(deal, '300000.00', FIRST, addDays(FIRST, 3));
  const year = Number(FIRST.slice(0, 4));
  const differences = (query: { year?: number } = {}) =>
    app.ok('bookkeeping.closed_differences', by, { query });
  expect(await differences()).toMatchObject({ year: null, years: [], items: [], people: 0 });
  await close(deal, END);
  expect(await differences()).toMatchObject({ year, people: 0, total: { total: '0.00' } });
  const register = () =>
    app.raw('bookkeeping.withholding_register', by, { query: { date_from: FIRST, date_to: END } });
  const before = (await register()).bytes.toString('base64');

  const tell = (standing: { standing: 'individual' | 'ip'; pension?: 'age'; tax_regime?: 'simplified' }) =>
    app.ok('taxes.set_standing', by, {
      body: { executor_company_id: String(deal.executor.id), valid_from: FIRST, ...standing },
    });
  await tell({ standing: 'individual', pension: 'age' });
  const was = { opv: '30000.00', vosms: '6000.00', so: '13500.00', ipn: '12075.00', total: '61575.00' };
  const found = await differences();
  // The deal's first act is of the day before, which may be of the year before.
  const first_year = Number(addDays(FIRST, -1).slice(0, 4));
  expect(found).toMatchObject({ year, years: [...new Set([year, first_year])], people: 1 });
  expect(found.items).toMatchObject([
    {
      executor: { id: deal.executor.id, bin: deal.executor.bin },
      months: [
        {
          month: FIRST.slice(0, 7),
          why: ['standing'],
          was,
          // A tenth of what the base deduction leaves of the gross.
          now: { opv: '0.00', vosms: '0.00', so: '0.00', ipn: '17025.00', total: '17025.00' },
          difference: {
            opv: '-30000.00',
            vosms: '-6000.00',
            so: '-13500.00',
            ipn: '4950.00',
            total: '-44550.00',
          },
        },
      ],
    },
  ]);
  expect(found.total).toEqual(found.items[0]!.difference);
  for (const [locale, person, total] of [
    ['ru', 'Исполнитель', 'Всего к проводке'],
    ['kz', 'Орындаушы', 'Барлығы өткізуге'],
  ] as const) {
    const sheet = await app.raw('bookkeeping.closed_differences_sheet', by, { query: { year } }, { locale });
    const rows = await readSheet(app, sheet.bytes);
    expect(rows.map((row) => [row[person], row[total]])).toEqual([[found.items[0]!.executor.name, '-44550']]);
  }

  // A sole trader of then would have had nothing withheld.
  await tell({ standing: 'ip', tax_regime: 'simplified' });
  expect((await differences({ year })).items[0]!.months).toMatchObject([
    { why: ['standing'], was, now: { total: '0.00' }, difference: { total: '-61575.00' } },
  ]);
  expect((await register()).bytes.toString('base64') === before).toBe(true);
  expect(await differences({ year: year - 1 })).toMatchObject({ year: year - 1, people: 0 });

  // Opened and closed again there is nothing left to book.
  await close(deal, null, 'Исправляем');
  await close(deal, END);
  expect(await differences()).toMatchObject({ year, people: 0 });
});

test('a closed month exports the same bytes whatever changes later', async () => {
  const deal = await makeMonth();
  await makePaid(deal, '300000.00', FIRST, addDays(FIRST, 3));
  const [last] = await makeSignedActs(app, deal, 1, { ...line('1000.00'), date: END });
  await makeReadyEsf(app, deal, last!);
  await close(deal, END);
  const before = await exportMonth(deal);
  const now = await exportNow(deal);
  const told = await tellMonth(deal);
  expect(told.income).toMatchObject({ is_closed: true, gross: '300000.00' });
  const taxes = await exportTaxes(deal);
  await changeSettings(deal);
  for (const [name, bytes] of Object.entries(await exportNow(deal)))
    expect(now[name] === bytes, name).toBe(true);
  await changeNames(deal);
  const after = await exportMonth(deal);
  const taxes_after = await exportTaxes(deal);
  for (const [name, bytes] of Object.entries(taxes)) expect(taxes_after[name] === bytes, name).toBe(true);
  expect(await tellMonth(deal)).toEqual(told);
  for (const [name, bytes] of Object.entries(before)) expect(after[name] === bytes, name).toBe(true);

  const zip = await unzip(Buffer.from(before.package_ru!, 'base64'));
  const names = Object.keys(zip);
  const inFolder = (folder: string) => names.filter((name) => name.startsWith(`${folder}/`));
  expect(inFolder('Акты').filter((name) => /act-\d+-\d+\.pdf$/.test(name))).toHaveLength(2);
  expect(inFolder('Акты').filter((name) => name.endsWith('-card.pdf'))).toHaveLength(2);
  expect(inFolder('Акты').filter((name) => name.endsWith('.cms'))).toHaveLength(4);
  expect(inFolder('Договоры').filter((name) => name.endsWith('.pdf'))).not.toHaveLength(0);
  expect(inFolder('ЭСФ и ЭАВР')).toHaveLength(1);
  expect(inFolder('Акты сверки').map((name) => name.split('.').at(-1))).toEqual(['pdf', 'xlsx']);
  expect(names.slice(-2)).toEqual(['Реестр.xlsx', 'Оглавление.html']);
  const contents = zip['Оглавление.html']!.toString();
  expect(contents).toContain('300 000,00'.replace(' ', '\u00a0'));
  expect(contents).not.toContain('Не удалось приложить');
  // Without VAT is not VAT of nought.
  expect(contents).not.toContain('>0,00<');
  for (const [, href] of contents.matchAll(/href="([^#][^"]*)"/g))
    expect(names).toContain(href!.split('/').map(decodeURIComponent).join('/'));

  // Opened, it is reckoned again by what holds now.
  await close(deal, null, 'Исправляем');
  const opened = await exportMonth(deal);
  for (const name of ['register', 'pdf', 'acts', 'contracts', 'package_ru'])
    expect(opened[name] === before[name], name).toBe(false);
});

test('whether a cost is deducted stays as it was known when its month was closed', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { director: by } = company;
  const tell = (valid_from: string, tax_regime: 'general' | 'simplified') =>
    app.ok('taxes.set_standing', by, {
      body: { executor_company_id: String(deal.executor.id), valid_from, standing: 'ip', tax_regime },
    });
  const costs = async () => {
    const query = { date_from: FIRST, date_to: END };
    const rows = await readSheet(app, await app.ok('payments.orders_sheet', by, { query }));
    return rows.map((row) => row['Расходы для КПН']);
  };
  await payByFile(app, by);
  await makePaid(deal, '1000.00', FIRST, addDays(FIRST, 3));
  await makePaid(deal, '2000.00', END, END);
  expect(await costs()).toEqual(['Не известно', 'Не известно']);
  await close(deal, addDays(FIRST, 5));
  await tell(FIRST, 'simplified');
  // The period ends between the two acts: only the first is closed.
  expect((await costs()).toSorted()).toEqual(['Не вычитаются', 'Не известно']);
  await close(deal, END);
  await tell(FIRST, 'general');
  expect((await costs()).toSorted()).toEqual(['Не вычитаются', 'Не известно']);
  await close(deal, addDays(FIRST, 5), 'Исправляем');
  expect((await costs()).toSorted()).toEqual(['Вычитаются', 'Не известно']);
  await close(deal, null, 'Исправляем');
  expect(await costs()).toEqual(['Вычитаются', 'Вычитаются']);
});

test('a payment that the bank reports after the closing stands on the first open day, and on its own once opened', async () => {
  const deal = await makeMonth();
  await makePaid(deal, '300000.00', FIRST, addDays(FIRST, 3));
  const [late] = await makeSignedActs(app, deal, 1, { ...line('5000.00'), date: END });
  await close(deal, END);
  const before = await exportMonth(deal);
  await pay(deal, late!, END);
  const paymentsOf = async (date_from: string, date_to: string) => {
    const query = { company_id: deal.executor.id, date_from, date_to };
    const { entries } = await app.ok('bookkeeping.reconciliation', deal.company.director, { query });
    return grossByDay(entries);
  };
  const first = [addDays(FIRST, 3), null, '300000.00'];
  expect(await paymentsOf(FIRST, END)).toEqual([first]);
  expect(await paymentsOf(OPEN, TODAY)).toEqual([[OPEN, END, '5000.00']]);
  const now = await exportMonth(deal);
  // Lists show what is paid by now; papers and the package of the month do not.
  const lists = ['acts', 'acts_csv', 'payments', 'contracts'];
  for (const [name, bytes] of Object.entries(before))
    expect(now[name] === bytes, name).toBe(!lists.includes(name));
  await expectSameList(deal);

  await close(deal, addDays(END, -1), 'Банк сообщил позже');
  expect(await paymentsOf(FIRST, END)).toEqual([first, [END, null, '5000.00']]);
  await close(deal, END);
  expect(await paymentsOf(FIRST, TODAY)).toEqual([first, [END, null, '5000.00']]);
});

test('money that is undone after the closing is taken back on the first open day', async () => {
  const deal = await makeMonth();
  const act_id = await makePaid(deal, '300000.00', FIRST, END);
  await close(deal, END);
  // No call undoes what was decided by hand; the ledger would bear it all the same.
  const undo = (undone: boolean) =>
    sql`
    update settlements m set undone_at = case when ${undone} then now() end, undone_by = case when ${undone} then o.decided_by end
    from payment_orders o where o.id = m.order_id and o.act_id = ${act_id}`.execute(app.owner);
  await undo(true);
  const query = { company_id: deal.executor.id, date_from: FIRST, date_to: TODAY };
  const found = await app.ok('bookkeeping.reconciliation', deal.company.director, { query });
  expect(grossByDay(found.entries)).toEqual([
    [END, null, '300000.00'],
    [OPEN, END, '-300000.00'],
  ]);
  await expectSameList(deal);
  await undo(false);
  await sql`select fold_act_totals()`.execute(app.parts.db);
  await expectSameList(deal);
  await sql`select count_all_acts()`.execute(app.owner);
  await expectSameList(deal);
});

test('of money undone in a month that is closed to its middle nothing is counted twice', async () => {
  const deal = await makeMonth();
  const act_id = await makePaid(deal, '300000.00', FIRST, addDays(FIRST, 3));
  // The bank carried the order out in two parts.
  const ofAct = sql`from payment_orders o where o.id = m.order_id and o.act_id = ${act_id}`;
  await sql`
    insert into settlements (company_id, order_id, amount_tiyn, day, stated_on, made_by, opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn)
    select m.company_id, m.order_id, m.amount_tiyn - 10000000, ${addDays(FIRST, 5)}, ${addDays(FIRST, 5)}, m.made_by,
      m.opv_tiyn - 1000000, m.vosms_tiyn - 200000, m.so_tiyn - 400000, m.ipn_tiyn - 600000
    from settlements m join payment_orders o on o.id = m.order_id where o.act_id = ${act_id}`.execute(
    app.owner,
  );
  const { rows } = await sql<{ rest: bigint }>`
    update settlements m set amount_tiyn = 10000000, opv_tiyn = 1000000, vosms_tiyn = 200000, so_tiyn = 400000, ipn_tiyn = 600000
    ${ofAct} and m.day = ${addDays(FIRST, 3)} returning o.opv_tiyn - 1000000 as rest`.execute(app.owner);
  await close(deal, addDays(FIRST, 9));
  const undo = (undone: boolean) =>
    sql`
    update settlements m set undone_at = case when ${undone} then now() end, undone_by = case when ${undone} then m.made_by end
    ${ofAct} and m.day = ${addDays(FIRST, 3)}`.execute(app.owner);
  await undo(true);
  await close(deal, END);
  const stored = await app.parts.db
    .selectFrom('frozen_payments')
    .select(['date', 'late_of', 'gross_tiyn', 'opv_tiyn'])
    .where((eb) => eb.and({ company_id: deal.company.id, executor_company_id: deal.executor.id }))
    .orderBy('id')
    .execute();
  expect(stored.reduce((sum, { gross_tiyn }) => sum + gross_tiyn, 0n)).toBe(17_800_000n);
  expect(stored.reduce((sum, { opv_tiyn }) => sum + opv_tiyn, 0n)).toBe(BigInt(rows[0]!.rest));
  await holdInvariants(app, ['I24']);
  await undo(false);
  await sql`select count_all_acts()`.execute(app.owner);
});

test('a figure that ends with a short month holds on its last day', async () => {
  const deal = await makeMonth();
  let end = END;
  while (end.endsWith('-31')) end = addDays(`${end.slice(0, 7)}-01`, -1);
  const first = `${end.slice(0, 7)}-01`;
  await makePaid(deal, '300000.00', first, end);
  await sql`
    insert into tax_figures (figure, valid_from, valid_until, value, source)
    values ('opv_percent', ${first}, ${end}, 17, 'Проба')`.execute(app.owner);
  const actor = { company_id: deal.company.id };
  const [month] = await reckonRegister(app.parts.db, actor, { date_from: first, date_to: end });
  await sql`delete from tax_figures where source = 'Проба'`.execute(app.owner);
  expect(month!.withheld).toMatchObject({ gross_tiyn: 30_000_000n, opv_tiyn: 5_100_000n });
});

test('a month is frozen once, with the income of the frozen months of its year in mind', async () => {
  const deal = await makeMonth();
  const before = addDays(FIRST, -1);
  await makePaid(deal, '60000000.00', `${before.slice(0, 7)}-01`, before);
  await close(deal, before);
  await makePaid(deal, '1000000.00', FIRST, END);
  await close(deal, END);
  const months = await app.parts.db
    .selectFrom('frozen_withholding')
    .select(['month', 'taxed_tiyn', 'ipn_tiyn', 'figures'])
    .where('company_id', '=', deal.company.id)
    .orderBy('month')
    .execute();
  expect(months.map(({ month }) => month)).toEqual([`${before.slice(0, 7)}-01`, FIRST]);
  const { taxed_tiyn, ipn_tiyn, figures } = months[1]!;
  const percents = figures as { ipn_percent: number; ipn_high_percent: number };
  const isOneYear = before.slice(0, 4) === FIRST.slice(0, 4);
  expect(Math.round((Number(ipn_tiyn) * 100) / Number(taxed_tiyn))).toBe(
    isOneYear ? percents.ipn_high_percent : percents.ipn_percent,
  );
});
