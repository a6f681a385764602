import { addDays } from '@kelisim/shared/kernel/dates.ts';
import ru from '@kelisim/shared/texts/ru/reconciliations.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs, signContractBy, TODAY, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person } from '../../../test/people.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { countMarks } from '../../../test/sample-marks.ts';
import { unzip } from '../../../test/unzip.ts';
import { remindDue } from './remind-to-answer.ts';

/** `npm run prove reconciliations` walks three hundred, in a browser. */
const PARTIES = 6;
const DISPUTES = 1;
const PERIOD = { date_from: addDays(TODAY, -10), date_to: TODAY };

const deals: Deal[] = [];

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const by = company.director;
for (let n = 0; n < PARTIES; n++) deals.push(await makeParty());
afterAll(() => closeSound(app));

async function makeParty(): Promise<Deal> {
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const line = { category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate: '1500.50' };
  await makeSignedActs(app, deal, 1, { services: [line], date: addDays(TODAY, -3) });
  await makeSignedActs(app, deal, 1, { services: [{ ...line, rate: '100.00' }], date: addDays(TODAY, -20) });
  return deal;
}

const statesOf = async (period = PERIOD) => {
  const found = await app.ok('reconciliations.parties', by, { query: { ...period, limit: 100 } });
  return Object.fromEntries(
    found.states.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
  );
};
const listOf = async ({ executor }: Deal) =>
  (await app.ok('reconciliations.list', executor.person, { query: {} })).items;
const idOf = async (deal: Deal) => (await listOf(deal))[0]!.id;
/** What each side's home page says waits for it, and the list behind it has. */
async function waitingOf(person: Person): Promise<number> {
  const { reconciliations_waiting } = await app.ok('home.analytics', person, {});
  const { total } = await app.ok('reconciliations.list', person, { query: { waiting: true, limit: 1 } });
  expect(total).toBe(reconciliations_waiting);
  return total;
}
const of = (reconciliation_id: number) => ({ params: { reconciliation_id } });
const codeOf = async (asked: Promise<{ status: number; code: string }>) => {
  const { status, code } = await asked;
  return `${status} ${code}`;
};

test(
  'of many counterparties: sent at once, answered line by line, disputed, and signed by both',
  { timeout: 3_600_000 },
  async () => {
    expect(await statesOf()).toEqual({ to_send: PARTIES });
    const sent = await app.ok('reconciliations.send', by, { body: { ...PERIOD, answer_until: TODAY } });
    if (sent.state === 'running') await app.parts.bulk.wait(sent.run_id, 600_000);
    expect(await statesOf()).toEqual({ sent: PARTIES });
    expect([await waitingOf(by), await waitingOf(deals[0]!.executor.person)]).toEqual([0, 1]);
    // Once more sends nothing twice.
    expect(await codeOf(app.refused('reconciliations.send', by, { body: PERIOD }))).toBe(
      '422 reconciliation.nobody',
    );
    const disputed = deals.slice(0, DISPUTES);
    for (const deal of deals) {
      const id = await idOf(deal);
      const seen = await app.ok('reconciliations.get', deal.executor.person, of(id));
      expect([seen.opening, seen.owed, seen.closing]).toEqual(['100.00', '1500.50', '1600.50']);
      expect(seen.lines[0]!.contract?.number).toBeTruthy();
      const lines = disputed.includes(deal)
        ? [{ position: 1, amount: '1700.00', remark: 'Акт на 1700' }]
        : [];
      const answered = await app.ok('reconciliations.answer', deal.executor.person, {
        ...of(id),
        body: { lines },
      });
      expect(answered.state).toBe(lines.length ? 'differences' : 'agreed');
    }
    expect(await statesOf()).toEqual({ differences: DISPUTES, agreed: PARTIES - DISPUTES });
    // A difference is the company's to decide about; an act without one is both sides' to sign.
    expect([await waitingOf(by), await waitingOf(deals[0]!.executor.person)]).toEqual([PARTIES, 0]);
    expect(await waitingOf(deals.at(-1)!.executor.person)).toBe(1);
    for (const deal of disputed) {
      const id = await idOf(deal);
      const issued = await app.ok('reconciliations.issue', by, of(id));
      expect([issued.differences, issued.closing, issued.their_closing]).toEqual([1, '1600.50', '1800.00']);
    }
    expect(await statesOf()).toEqual({ agreed: PARTIES });
    for (const deal of deals) {
      const { document } = (await listOf(deal))[0]!;
      await signContractBy(app, deal.executor.person, document!.id);
      await signContractBy(app, by, document!.id);
    }
    expect(await statesOf()).toEqual({ signed: PARTIES });
    expect(await waitingOf(by)).toBe(0);
  },
);

describe('one reconciliation', () => {
  const period = (days: number) => ({ date_from: addDays(TODAY, -9), date_to: addDays(TODAY, -days) });
  async function send(deal: Deal, days: number): Promise<number> {
    await app.ok('reconciliations.send', by, {
      body: { ...period(days), executor_company_ids: [deal.executor.id] },
    });
    return idOf(deal);
  }

  test('keeps both halves, its own lines of the executor, and papers of them', async () => {
    const deal = deals[0]!;
    const { person } = deal.executor;
    const id = await send(deal, 1);
    const body = {
      opening: '-50.00',
      own: [{ date: TODAY, kind: 'payment' as const, number: '77', amount: '200', remark: 'наличными' }],
      comment: 'Просим сверить',
    };
    const view = await app.ok('reconciliations.answer', person, { ...of(id), body });
    expect(view).toMatchObject({
      state: 'differences',
      differences: 2,
      closing: '1600.50',
      their_closing: '1250.50',
      remark: 'Просим сверить',
    });
    expect(view.lines.at(-1)).toMatchObject({ act_id: null, amount: null, their_amount: '200.00' });
    // The answer can be changed until there is a paper.
    const alone = await app.ok('reconciliations.answer', person, { ...of(id), body: { own: body.own } });
    expect([alone.state, alone.differences]).toEqual(['differences', 1]);
    // A line that is named with the sum of the company is agreed with.
    const again = await app.ok('reconciliations.answer', person, {
      ...of(id),
      body: { opening: '0', lines: [{ position: 1, amount: '1500.50' }] },
    });
    expect([again.differences, again.lines.length]).toEqual([1, 1]);
    for (const [name, start] of [
      ['reconciliations.pdf', '%PDF'],
      ['reconciliations.sheet', 'PK'],
    ] as const)
      for (const reader of [by, person]) {
        const file = await app.raw(name, reader, of(id));
        expect(file.bytes.subarray(0, start.length).toString()).toBe(start);
      }
    const { bytes } = await app.raw('reconciliations.sheet', by, of(id));
    const differences = (await readSheet(app, bytes)).map((row) => row[ru.paper.difference]);
    // The line is agreed with, and of the turnover no difference is told: its two sums may differ each by itself.
    expect(differences.slice(0, 4)).toEqual(['100', '0', '', '100']);
    const sheet = await unzip(bytes);
    // The balance of each side in words, as on the paper.
    const said = Object.entries(sheet)
      .find(([name]) => name.endsWith('sharedStrings.xml'))![1]
      .toString();
    expect(said).toContain('(одна тысяча шестьсот тенге 50 тиын)');
    const nobody = await app.refused('reconciliations.answer', person, {
      ...of(id),
      body: { lines: [{ position: 9, amount: '1' }] },
    });
    expect([nobody.code, nobody.field]).toEqual(['reconciliation.unknown_line', 'lines.0.position']);
    const twice = await app.refused('reconciliations.answer', person, {
      ...of(id),
      body: {
        lines: [
          { position: 1, amount: '1' },
          { position: 1, amount: '1500.50' },
        ],
      },
    });
    expect([twice.code, twice.field]).toEqual(['reconciliation.unknown_line', 'lines.1.position']);
  });

  test('is withdrawn and sent again only while nobody can sign it', async () => {
    const deal = deals[1]!;
    const { person } = deal.executor;
    const first = await send(deal, 2);
    await app.ok('reconciliations.withdraw', by, of(first));
    expect(await codeOf(app.refused('reconciliations.get', person, of(first)))).toBe('404 not_found');
    const second = await send(deal, 2);
    expect(second).not.toBe(first);
    await app.ok('reconciliations.answer', person, { ...of(second), body: {} });
    expect(await codeOf(app.refused('reconciliations.withdraw', by, of(second)))).toBe(
      '409 reconciliation.wrong_state',
    );
    expect(await codeOf(app.refused('reconciliations.answer', person, { ...of(second), body: {} }))).toBe(
      '409 reconciliation.wrong_state',
    );
    // Whoever refuses to sign sets it free again.
    const { document } = await app.ok('reconciliations.get', person, of(second));
    const doc = { params: { doc_id: document!.id } };
    await app.ok('documents.refuse', person, { ...doc, body: { reason: 'Не та сумма' } });
    expect((await app.ok('reconciliations.get', by, of(second))).state).toBe('refused');
    await app.ok('reconciliations.withdraw', by, of(second));
  });

  test('is no contract: not in their list, numbered by itself, and nothing but signed', async () => {
    const { document } = (await listOf(deals[2]!))[0]!;
    const doc = { params: { doc_id: document!.id } };
    const contract = await app.ok('documents.get', by, doc);
    expect([contract.type.code, contract.status.code]).toEqual(['reconciliation', 'signed']);
    // Drawn here and frozen as an upload is: the mark of the sandbox stands on it once.
    expect(new Set(await countMarks(await app.ok('documents.file', by, doc)))).toEqual(new Set([1]));
    const list = await app.ok('documents.list', by, { query: { limit: 100 } });
    expect(list.items.map(({ id }) => id)).not.toContain(document!.id);
    expect(await codeOf(app.refused('documents.terminate', by, { ...doc, body: { reason: 'Ошибка' } }))).toBe(
      '409 document.wrong_state',
    );
  });

  test('tells who has not answered in time, and reminds them once a day', async () => {
    const deal = deals[3]!;
    const { db } = app.parts;
    const id = await send(deal, 3);
    const told = async () =>
      (
        await db
          .selectFrom('notices')
          .select('id')
          .where('kind', '=', 'reconciliation_sent')
          .where('path', '=', `/lk/executor/reconciliation/acts/${id}`)
          .execute()
      ).length;
    const remind = () => app.ok('reconciliations.remind', by, { body: { reconciliation_ids: [id] } });
    expect([await told(), (await remind()).reminded]).toEqual([1, 0]);
    await sql`update reconciliations set sent_at = now() - interval '4 days', answer_until = ${addDays(TODAY, -1)} where id = ${id}`.execute(
      db,
    );
    expect((await app.ok('reconciliations.get', by, of(id))).state).toBe('not_answered');
    expect((await statesOf(period(3))).not_answered).toBe(1);
    expect([(await remind()).reminded, (await remind()).reminded, await told()]).toEqual([1, 0, 2]);
    await remindDue(app.parts);
    expect(await told()).toBe(2);
  });

  test('asks for an answer on a day to come, and of those it has', async () => {
    const late = { ...PERIOD, answer_until: addDays(TODAY, -1) };
    expect(await codeOf(app.refused('reconciliations.send', by, { body: late }))).toBe(
      '422 reconciliation.answer_until',
    );
    const turned = { date_from: TODAY, date_to: addDays(TODAY, -1) };
    expect(await codeOf(app.refused('reconciliations.parties', by, { query: turned }))).toBe(
      '422 reconciliation.period',
    );
  });
});
