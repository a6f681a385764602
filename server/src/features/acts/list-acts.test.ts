import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, makeSentActs, makeSignedActs, signBy, TODAY } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';
import { line } from '../../../test/withheld.ts';

/** Acts by what they are for. */
const acts: Record<string, number> = {};

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const director = company.director;
const first = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { name: 'Қасым', algorithm: 'rsa' }),
);
const second = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { name: 'Касым', algorithm: 'rsa' }),
);
acts.draft = (await makeDraftAct(app, first, { ...line('10.00'), title: 'Жеткізу 100%' })).id;
acts.old = (await makeDraftAct(app, second, { ...line('20.00'), date: addDays(TODAY, -30) })).id;
const [sent, half] = await makeSentActs(app, second, 2, line('30.00'));
await signBy(app, second.executor.person, half!);
const [signed, asked] = await makeSignedActs(app, first, 2, line('40.13'));
Object.assign(acts, { sent, half, signed, asked });
await app.ok('acts.annul', first.executor.person, {
  params: { act_id: acts.asked! },
  body: { reason: 'x' },
});
afterAll(() => app.close());

const nameOf = (id: number) => Object.keys(acts).find((name) => acts[name] === id) ?? String(id);
async function list(query: object, by = director): Promise<string[]> {
  const { items } = await app.ok('acts.list', by, { query: { limit: 100, ...query } as never });
  return items.map((item) => nameOf(item.id));
}
const sorted = async (query: object, by = director) => (await list(query, by)).toSorted();

describe('acts are found', () => {
  test.each<[string, () => object, string[]]>([
    ['all', () => ({}), ['asked', 'draft', 'half', 'old', 'sent', 'signed']],
    ['by id', () => ({ id: acts.sent }), ['sent']],
    ['by executor', () => ({ contractor_company_id: second.executor.id }), ['half', 'old', 'sent']],
    ['by contract', () => ({ contract_id: first.contract_id }), ['asked', 'draft', 'signed']],
    ['by states', () => ({ status_id: [1, 2] }), ['draft', 'old', 'sent']],
    ['by both signatures', () => ({ is_signed: true }), ['asked', 'signed']],
    ['by their lack', () => ({ is_signed: false }), ['draft', 'half', 'old', 'sent']],
    ['by payment', () => ({ is_payed: true }), []],
    ['by state and signature at once', () => ({ status_id: [5, 1], is_signed: true }), ['signed']],
    ['by date from', () => ({ date_from: TODAY }), ['asked', 'draft', 'half', 'sent', 'signed']],
    ['by date to', () => ({ date_to: addDays(TODAY, -1) }), ['old']],
    ['by sum', () => ({ amount_from: '20', amount_to: '30.00' }), ['half', 'old', 'sent']],
    ['by a tiyn', () => ({ amount_from: '40.13', amount_to: '40.13' }), ['asked', 'signed']],
    ['by words of the title', () => ({ search: 'ЖЕТКІЗУ' }), ['draft']],
    ['by a sign that means something in SQL', () => ({ search: '100%' }), ['draft']],
    ['by another word of it, not by its middle', () => ({ search: 'ткізу' }), []],
    ['by a word typed in the wrong layout', () => ({ search: ';tn' }), ['draft']],
    [
      'by the name of the executor, however it is spelt',
      () => ({ search: 'қасым' }),
      ['asked', 'draft', 'half', 'old', 'sent', 'signed'],
    ],
    ['by his number', () => ({ search: second.executor.bin.slice(0, 10) }), []],
    ['by number and year', () => ({ search: `1/${TODAY.slice(0, 4)}` }), ['draft']],
  ])('%s', async (_, query, names) => {
    const found = await sorted(query());
    // Both executors' numbers begin alike; what is asked for must be among what is found.
    if (names.length === 0 && /^\d+$/.test((query() as { search?: string }).search ?? ''))
      expect(found.length).toBeGreaterThan(0);
    else expect(found).toEqual(names);
  });

  test('by what waits for a deed of the reader', async () => {
    expect(await sorted({ waiting: true })).toEqual(['asked', 'half', 'sent', 'signed']);
    expect(await sorted({ waiting: true }, second.executor.person)).toEqual(['sent']);
    // The executor asked; the answer is the other side's.
    expect(await sorted({ waiting: true }, first.executor.person)).toEqual([]);
  });

  test.each<[EmployeeRight, string[]]>([
    ['sign', ['asked', 'half', 'sent']],
    ['pay', ['signed']],
    ['manage_acts', []],
    ['view_statistics', []],
  ])('by what waits for an employee who may only %s', async (right, names) => {
    const employee = await makeEmployee(app, company, [right]);
    expect(await sorted({ waiting: true }, employee)).toEqual(names);
    const { total } = await app.ok('acts.list', employee, { query: { waiting: true } });
    expect(total).toBe(names.length);
  });

  test('by the executor: what was sent to him, and no draft', async () => {
    expect(await sorted({}, second.executor.person)).toEqual(['half', 'sent']);
    expect(await sorted({ company_id: first.company.id }, first.executor.person)).toEqual([
      'asked',
      'signed',
    ]);
  });
});

describe('acts are sorted', () => {
  test.each<[string, string[]]>([
    ['number', ['old', 'draft', 'sent', 'half', 'signed', 'asked']],
    ['act_date', ['old', 'draft', 'sent', 'half', 'signed', 'asked']],
    ['amount', ['draft', 'old', 'sent', 'half', 'signed', 'asked']],
    ['contractor', ['old', 'sent', 'half', 'draft', 'signed', 'asked']],
  ])('by %s, and back', async (sort_by, names) => {
    const year = TODAY.slice(0, 4) === addDays(TODAY, -30).slice(0, 4);
    const expected =
      sort_by === 'number' && year ? ['draft', 'old', 'sent', 'half', 'signed', 'asked'] : names;
    expect(await list({ sort_by, sort_order: 'asc' })).toEqual(expected);
    expect(await list({ sort_by, sort_order: 'desc' })).toEqual(expected.toReversed());
  });

  test('by state: as they follow one another, each by number', async () => {
    const states = async (sort_order: 'asc' | 'desc') =>
      (
        await app.ok('acts.list', director, { query: { sort_by: 'status', sort_order, limit: 100 } })
      ).items.map((item) => item.status.code);
    const order = ['draft', 'draft', 'sent', 'signed_by_executor', 'signed', 'annulment_requested'];
    expect(await states('asc')).toEqual(order);
    expect(await states('desc')).toEqual(order.toReversed());
  });

  test('a period by its days where nothing else was asked for', async () => {
    expect(await list({ date_from: addDays(TODAY, -40), sort_order: 'asc' })).toEqual(
      await list({ sort_by: 'act_date', sort_order: 'asc' }),
    );
  });

  test('by the last change', async () => {
    await app.ok('acts.update', director, {
      params: { act_id: acts.old! },
      body: { ...(await bodyOf(acts.old!)), title: 'Тронут' },
    });
    expect((await list({ sort_by: 'updated_at', sort_order: 'desc' }))[0]).toBe('old');
  });
});

async function bodyOf(act_id: number) {
  const act = await app.ok('acts.get', director, { params: { act_id } });
  return {
    title: act.title,
    contract_id: act.contract_id,
    contractor_company_id: act.contractor_company.id,
    date: act.act_date,
    start_date: act.start_date,
    end_date: act.end_date,
    services: act.services.map((service) => ({
      category_id: service.category.id,
      description: service.description,
      quantity: service.quantity,
      rate: service.rate,
      unit_id: service.unit.id,
    })),
  };
}

describe('pages', () => {
  const month = `${TODAY.slice(0, 7)}-01`;
  test.each<[string, object]>([
    ['all', {}],
    ['some states', { status_id: [1, 2, 5] }],
    ['what waits', { waiting: true }],
    ['what waits of some states', { waiting: true, status_id: [2, 7] }],
    ['a month', { date_from: month, date_to: addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1) }],
    ['a month not cut, then cut', { date_from: month, date_to: TODAY }],
    ['one executor', () => ({ contractor_company_id: second.executor.id })],
    ['words', { search: 'касым' }],
  ])('of %s are the same list in every order, with its size and sum', async (_, given) => {
    const query = typeof given === 'function' ? given() : given;
    const orders = {
      number: 'desc',
      act_date: 'asc',
      amount: 'desc',
      contractor: 'asc',
      status: 'desc',
      updated_at: 'asc',
    };
    for (const by of [director, second.executor.person])
      for (const [sort_by, sort_order] of Object.entries(orders)) {
        if (by !== director && 'contractor_company_id' in query) continue;
        const ask = (page: number, limit: number) =>
          app.ok('acts.list', by, { query: { ...query, sort_by, sort_order, page, limit } as never });
        const all = await ask(1, 100);
        const tiyn = all.items.reduce((sum, item) => sum + BigInt(item.amount.replace('.', '')), 0n);
        expect([all.total, all.total_amount?.replace('.', '')]).toEqual([
          all.items.length,
          `${tiyn || '000'}`,
        ]);
        const parts = await Promise.all([ask(1, 2), ask(2, 2), ask(3, 2)]);
        expect(parts.flatMap((part) => part.items.map(({ id }) => id))).toEqual(
          all.items.map(({ id }) => id),
        );
      }
  });

  test('divide the list without loss or double, and say its size and sum', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 3; page++) {
      const answer = await app.ok('acts.list', director, { query: { page, limit: 2, sort_by: 'amount' } });
      expect([answer.total, answer.pages, answer.is_exact, answer.total_amount]).toEqual([
        6,
        3,
        true,
        '170.26',
      ]);
      seen.push(...answer.items.map((item) => item.id));
    }
    expect(seen.toSorted()).toEqual(Object.values(acts).toSorted());
    const beyond = await app.ok('acts.list', director, { query: { page: 1_000_000, limit: 100 } });
    expect([beyond.items, beyond.total]).toEqual([[], 6]);
  });

  test('of more than ten thousand acts say so where they were not counted to the end', async () => {
    const other = await makeCompany(app, { algorithm: 'rsa' });
    const deal = await makeDeal(app, other, await makeExecutor(app, other, { algorithm: 'rsa' }));
    const insert = (from: number, to: number) =>
      sql`insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date, end_date, amount_tiyn)
        select ${other.id}, ${deal.executor.id}, ${deal.contract_id}, 2026, n, 'x', 'draft', '2026-11-20', '2026-11-01', '2026-11-20', 100
        from generate_series(${from}::int, ${to}::int) n`.execute(app.parts.db);
    await insert(1, 10_000);
    const first = await app.ok('acts.list', other.director, { query: { limit: 1 } });
    expect([first.total, first.is_exact, first.total_amount]).toEqual([10_000, true, '10000.00']);
    await insert(10_001, 10_001);
    const more = await app.ok('acts.list', other.director, { query: { limit: 1, search: 'x' } });
    expect([more.total, more.is_exact, more.total_amount]).toEqual([10_000, false, null]);
    // What is known of the kept sums is exact at any size.
    const kept = await app.ok('acts.list', other.director, { query: { limit: 1 } });
    expect([kept.total, kept.is_exact, kept.total_amount]).toEqual([10_001, true, '10001.00']);
  });

  test('of words are found whole, be they in every act, in few, or in both', async () => {
    const other = await makeCompany(app, { algorithm: 'rsa' });
    const deal = await makeDeal(
      app,
      other,
      await makeExecutor(app, other, { name: 'Сирек', algorithm: 'rsa' }),
    );
    const title = (n: number) => `Кезең ${n}${n % 5_000 === 0 ? ' ерекше' : ''}${n > 14_900 ? ' соңғы' : ''}`;
    const titles = Array.from({ length: 15_100 }, (_, at) => title(at + 1));
    await sql`insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date, end_date, amount_tiyn)
      select ${other.id}, ${deal.executor.id}, ${deal.contract_id}, 2026, n, title, 'draft', '2026-11-20', '2026-11-01', '2026-11-20', 100
      from unnest(${titles}::text[]) with ordinality t (title, n)`.execute(app.parts.db);
    const ask = async (search: string, beside = {}) => {
      const found = await app.ok('acts.list', other.director, { query: { limit: 5, search, ...beside } });
      return [found.items.map((item) => item.title), found.total, found.is_exact, found.total_amount];
    };
    const few = [title(15_000), title(10_000), title(5_000)];
    expect(await ask('ерекше')).toEqual([few, 3, true, '3.00']);
    expect(await ask('кезең ерекше')).toEqual([few, 3, true, '3.00']);
    expect(await ask('кезең соңғы 1509')).toEqual([
      [15_099, 15_098, 15_097, 15_096, 15_095].map(title),
      10,
      true,
      '10.00',
    ]);
    // A digit is a word of its own, and a letter one that is still being typed.
    expect(await ask('кезең 7')).toEqual([[title(7)], 1, true, '1.00']);
    expect(await ask('ерекше к')).toEqual([few, 3, true, '3.00']);
    const newest = [15_100, 15_099, 15_098, 15_097, 15_096].map(title);
    expect(await ask('кезең')).toEqual([newest, 10_000, false, null]);
    // Common among the newest alone, and narrowed to the oldest: the count goes to the end.
    expect(await ask('соңғы')).toEqual([newest, 200, true, '200.00']);
    await sql`update acts set status = 'returned' where company_id = ${other.id} and number <= 3`.execute(
      app.parts.db,
    );
    expect(await ask('кезең', { status_id: [6] })).toEqual([[3, 2, 1].map(title), 3, true, '3.00']);
    // By a name alone, whatever their number.
    expect(await ask('сирек')).toEqual([newest, 15_100, true, '15100.00']);
  });
});
