import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFileOrder, payByFile } from '../../../test/bank-papers.ts';
import { statementOf } from '../../../test/bank-statement.ts';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeDealApp, makeOwnDeal } from '../../../test/deal-app.ts';
import {
  actBody,
  allDone,
  makeDraftAct,
  makeSentAct,
  makeSignedActs,
  samplePdf,
  signBy,
  stateOf,
  TODAY,
} from '../../../test/papers.ts';
import { type Person } from '../../../test/people.ts';
import { line } from '../../../test/withheld.ts';

const YESTERDAY = addDays(TODAY, -1);
const { app, deal, director } = await makeDealApp();
afterAll(() => closeSound(app));

/** With a reason, which closing asks for where something is left unfinished. */
const close = (closed_until: string | null, note: string | null = 'Итоги месяца', on: Person = director) =>
  app.ok('bookkeeping.close_period', on, { body: { closed_until, note } });
const closeCode = async (closed_until: string | null, note: string | null = null) =>
  (await app.refused('bookkeeping.close_period', director, { body: { closed_until, note } })).code;

/** A deal of its own, so that what one test leaves does not hinder another's closing. */
describe('a closed period', () => {
  test('is not today, opens only with a reason, and remembers who did what', async () => {
    expect(await closeCode(TODAY)).toBe('period.not_over');
    const closed = await close(YESTERDAY, 'Квартал сдан');
    expect(closed.closed_until).toBe(YESTERDAY);
    expect(await closeCode(null)).toBe('period.why_opened');
    const opened = await close(null, 'Забыли акт');
    expect(opened.closed_until).toBeNull();
    expect(opened.changes.map(({ closed_until, note }) => [closed_until, note])).toEqual([
      [null, 'Забыли акт'],
      [YESTERDAY, 'Квартал сдан'],
    ]);
  });

  test('waits for those who are still to sign', async () => {
    const own = await makeOwnDeal(app);
    const act_id = await makeSentAct(app, own, { date: YESTERDAY });
    const check = await app.ok('bookkeeping.check_period', own.company.director, {
      query: { closed_until: YESTERDAY },
    });
    expect(check).toEqual({ waiting: [{ status: 'sent', count: 1 }], drafts: 0, blockers: [] });
    const refused = await app.refused('bookkeeping.close_period', own.company.director, {
      body: { closed_until: YESTERDAY },
    });
    expect([refused.status, refused.code]).toEqual([409, 'period.waiting']);
    await app.ok('acts.recall', own.company.director, { params: { act_id } });
    expect((await close(YESTERDAY, null, own.company.director)).closed_until).toBe(YESTERDAY);
  });

  test('says what it leaves unfinished in the order to solve it, and asks why it is closed so', async () => {
    const own = await makeOwnDeal(app);
    const { director: by } = own.company;
    const [paid] = await makeSignedActs(app, own, 1, { date: YESTERDAY });
    await payByFile(app, by);
    const order_id = await makeFileOrder(app, by, paid!);
    await sql`update payment_orders set status = 'unknown', created_at = now() - interval '1 day' where id = ${order_id}`.execute(
      app.owner,
    );
    await sql`
      insert into company_vat (company_id, valid_from, rate, certificate_series, certificate_number, updated_by)
      select ${own.executor.id}, '2026-01-01', 16, '60001', '0000001', min(id) from users`.execute(app.owner);
    await makeSignedActs(app, own, 1, { date: YESTERDAY });
    const orders = await sql<{ payer_iban: string }>`
      select payer_iban from payment_orders where id = ${order_id}`.execute(app.owner);
    const account = orders.rows[0]!.payer_iban;
    await app.ok('payments.read_statement', by, {
      body: {},
      files: {
        file: {
          name: 'v.txt',
          bytes: statementOf(account, [
            {
              number: '9',
              amount_tiyn: 700n,
              iban: makeIban('722', '0000000000777'),
              purpose: 'Комиссия',
              day: YESTERDAY,
            },
          ]),
        },
      },
    });
    const period = { date_from: addDays(TODAY, -20), date_to: YESTERDAY };
    await app.ok('reconciliations.send', by, { body: period });
    const check = await app.ok('bookkeeping.check_period', by, { query: { closed_until: YESTERDAY } });
    expect(check.blockers.map(({ kind, count }) => [kind, count])).toEqual([
      ['operations', 1],
      ['orders', 1],
      ['unpaid', 1],
      ['invoices', 1],
      ['reconciliations', 1],
    ]);
    expect(check.blockers.at(-1)?.period).toEqual(period);
    const refused = await app.refused('bookkeeping.close_period', by, { body: { closed_until: YESTERDAY } });
    expect([refused.status, refused.code, refused.field]).toEqual([422, 'period.why_unfinished', 'note']);
    const closed = await close(YESTERDAY, 'Банк ответит позже', by);
    expect(closed.changes[0]).toMatchObject({ closed_until: YESTERDAY, note: 'Банк ответит позже' });
  });

  test('takes no new act, no change and no annulment, but drafts may leave it and money goes on', async () => {
    const own = await makeOwnDeal(app);
    const { director: by } = own.company;
    const draft = await makeDraftAct(app, own, { date: YESTERDAY });
    const [signed, paid] = await makeSignedActs(app, own, 2, { date: YESTERDAY });
    await close(YESTERDAY, 'Оплатим в декабре', by);
    const codeOf = async (asked: Promise<{ status: number; code: string }>) => {
      const { status, code } = await asked;
      return [status, code];
    };
    const closed = [409, 'period.closed'];
    expect(await codeOf(app.refused('acts.create', by, { body: actBody(own, { date: YESTERDAY }) }))).toEqual(
      closed,
    );
    expect(
      await codeOf(
        app.refused('acts.update', by, {
          params: { act_id: draft.id },
          body: { ...actBody(own, { date: YESTERDAY }), title: 'Правка' },
        }),
      ),
    ).toEqual(closed);
    expect(
      await codeOf(
        app.refused('acts.annul', by, { params: { act_id: signed! }, body: { reason: 'Ошибка в сумме' } }),
      ),
    ).toEqual(closed);
    const sent = await app.ok('acts.send', by, { body: { act_ids: [draft.id] } });
    expect(sent.items.map((row) => [row.status, row.code])).toEqual([['failed', 'period.closed']]);
    expect(sent.items[0]!.message).toContain('закрыт');
    const file = { name: 'акт.pdf', bytes: await samplePdf() };
    const attach = { body: { act_id: String(draft.id) }, files: { file } };
    expect(await codeOf(app.refused('act_documents.add', by, attach))).toEqual(closed);

    await app.ok('acts.update', by, { params: { act_id: draft.id }, body: actBody(own, { date: TODAY }) });
    allDone(await app.ok('acts.send', by, { body: { act_ids: [draft.id] } }));
    allDone(await app.ok('acts.pay', by, { body: { act_ids: [paid!] } }));
    expect(['paying', 'paid']).toContain(await stateOf(app, paid!));
    await close(null, 'Открыли', by);
    await app.ok('acts.annul', by, { params: { act_id: signed! }, body: { reason: 'Ошибка в сумме' } });
    expect(await stateOf(app, signed!)).toBe('annulment_requested');
  });

  test('is never entered by an act that is sent while it closes', async () => {
    const own = await makeOwnDeal(app);
    const { director: by } = own.company;
    for (let round = 0; round < 10; round++) {
      const { id } = await makeDraftAct(app, own, { date: YESTERDAY });
      const [sent, closing] = await Promise.all([
        app.ok('acts.send', by, { body: { act_ids: [id] } }),
        app.raw('bookkeeping.close_period', by, { body: { closed_until: YESTERDAY } }),
      ]);
      const went = sent.items[0]!.status === 'ok';
      expect(closing.status, `round ${round}`).toBe(went ? 409 : 200);
      expect(await stateOf(app, id)).toBe(went ? 'sent' : 'draft');
      if (went) await app.ok('acts.recall', by, { params: { act_id: id } });
      else await close(null, 'снова', by);
    }
  });
});

describe('reconciliation', () => {
  test('shows both sides the same acts and money, with what is owed before and after', async () => {
    const own = await makeOwnDeal(app);
    const { director: by } = own.company;
    const [old] = await makeSignedActs(app, own, 1, { ...line('100.00'), date: addDays(TODAY, -20) });
    const [paid] = await makeSignedActs(app, own, 1, { ...line('250.50'), date: YESTERDAY });
    await makeSentAct(app, own, { ...line('999.00'), date: YESTERDAY });
    await payByFile(app, by);
    allDone(await app.ok('acts.pay', by, { body: { act_ids: [paid!] } }));
    const [order] = (await app.ok('payments.orders', by, { query: {} })).items;
    await app.ok('payments.make_file', by, { body: { format: '1c' } });
    await app.ok('payments.decide', by, {
      params: { order_id: order!.id },
      body: { outcome: 'settled', reason: 'По выписке' },
    });
    expect(await stateOf(app, paid!)).toBe('paid');

    const period = { date_from: addDays(TODAY, -5), date_to: TODAY };
    const mine = await app.ok('bookkeeping.reconciliation', by, {
      query: { company_id: own.executor.id, ...period },
    });
    const theirs = await app.ok('bookkeeping.reconciliation', own.executor.person, {
      query: { company_id: own.company.id, ...period },
    });
    expect(theirs).toEqual(mine);
    expect([mine.opening, mine.owed, mine.paid, mine.closing]).toEqual([
      '100.00',
      '250.50',
      '250.50',
      '100.00',
    ]);
    expect(mine.entries.map(({ kind, act_id, owed, paid: sum }) => [kind, act_id, owed, sum])).toEqual([
      ['act', paid, '250.50', null],
      ['payment', paid, null, '250.50'],
    ]);
    const whole = await app.ok('bookkeeping.reconciliation', by, {
      query: { company_id: own.executor.id, date_from: addDays(TODAY, -30), date_to: TODAY },
    });
    expect([whole.opening, whole.owed, whole.closing, whole.entries[0]!.act_id]).toEqual([
      '0.00',
      '350.50',
      '100.00',
      old,
    ]);
    const pdf = await app.raw('bookkeeping.reconciliation_pdf', by, {
      query: { company_id: own.executor.id, ...period },
    });
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const sheet = await app.raw('bookkeeping.reconciliation_sheet', own.executor.person, {
      query: { company_id: own.company.id, ...period },
    });
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('wants a period that is one', async () => {
    const { status, code } = await app.refused('bookkeeping.reconciliation', director, {
      query: { company_id: deal.executor.id, date_from: TODAY, date_to: YESTERDAY },
    });
    expect([status, code]).toEqual([422, 'reconciliation.period']);
  });
});

test('a signature that came late into closed books is not taken', async () => {
  const own = await makeOwnDeal(app);
  const act_id = await makeSentAct(app, own, { date: YESTERDAY });
  // Nobody can close over it; as if the day had been closed all the same.
  await sql`update companies set closed_until = ${YESTERDAY} where id = ${own.company.id}`.execute(
    app.parts.db,
  );
  const answer = await signBy(app, own.executor.person, act_id);
  expect(answer.items.map((row) => row.code)).toEqual(['period.closed']);
  expect(await stateOf(app, act_id)).toBe('sent');
});
