import { createHash } from 'node:crypto';
import {
  ACT_DEEDS,
  ACT_STATUSES,
  actTable,
  asksReason,
  type ActButton,
  type ActCalledOne,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { ActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Given } from '../../../test/calls.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  actBody,
  allDone,
  makeDeal,
  makeDraftAct,
  makeSentAct,
  makeSignedActs,
  makeSignedContract,
  signaturesOf,
  signBy,
  stateOf,
  TODAY,
} from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { unzip } from '../../../test/unzip.ts';
import { CALLED_ONE } from './do-deed.ts';
import { followOrders } from '../payments/follow-orders.ts';
import { PATIENT } from '../../../test/patience.ts';

/** The director signs with GOST, the executor with RSA. */
const { app, deal, director, executor } = await makeDealApp({ company: { algorithm: 'gost512' } });
afterAll(() => app.close());

const of = (act_id: number) => ({ params: { act_id } });
const reason = (text = 'Сумма не та') => ({ body: { reason: text } });
const get = (act_id: number, by = director) => app.ok('acts.get', by, of(act_id));
const rowCode = async (
  name: 'acts.send' | 'acts.sign' | 'acts.pay' | 'acts.annul_many' | 'acts.delete_many',
  by: Person,
  given: Given,
) => {
  const answer = await app.ok(name, by, given as never);
  return answer.items.map((row) => row.code ?? row.status).join();
};
const actions = async (act_id: number) =>
  (await app.ok('acts.history', director, of(act_id))).toReversed().map((entry) => entry.action);

describe('an act', () => {
  test('is made, corrected, sent, signed by both, and keeps the bytes that were signed', async () => {
    const services = [
      {
        category_id: 1,
        description: ' Доставка ',
        quantity: '0.333',
        rate: '100.05',
        unit_id: 1,
        service_date: TODAY,
      },
      { category_id: 2, description: 'Перевозка', quantity: '2', rate: '0.5', unit_id: 2 },
    ];
    const draft = await makeDraftAct(app, deal, {
      services,
      title: '  Услуги  ',
      knp: null,
      additional_info: ' ',
    });
    expect(draft).toMatchObject({
      number: expect.stringMatching(/^\d+\/\d{4}$/),
      title: 'Услуги',
      status: { id: 1, code: 'draft', name: 'Черновик' },
      act_date: TODAY,
      amount: '34.32',
      knp: null,
      additional_info: null,
      version: 1,
      is_signed: false,
      is_payed: false,
      document_id: null,
      file: null,
      signatures: [],
      services: [
        { description: 'Доставка', quantity: '0.333', rate: '100.05', amount: '33.32', service_date: TODAY },
        { description: 'Перевозка', quantity: '2', rate: '0.50', amount: '1.00', service_date: null },
      ],
    });
    expect(await app.refused('acts.get', executor, of(draft.id))).toMatchObject({ status: 404 });
    const edited = await app.ok('acts.update', director, {
      ...of(draft.id),
      body: { ...actBody(deal, { title: 'Курьер' }), version: 1 },
    });
    expect(edited).toMatchObject({ title: 'Курьер', version: 2, amount: '4500.00' });
    const stale = { ...of(draft.id), body: { ...actBody(deal), version: 1 } };
    expect(await app.refused('acts.update', director, stale)).toMatchObject({
      status: 409,
      code: 'act.stale_version',
    });

    expect((await app.ok('acts.file', director, of(draft.id))).subarray(0, 5).toString()).toBe('%PDF-');
    allDone(await app.ok('acts.send', director, { body: { act_ids: [draft.id] } }));
    const sent = await get(draft.id, executor);
    expect(sent.status.code).toBe('sent');
    const frozen = await app.ok('acts.file', executor, of(draft.id));
    expect(createHash('sha256').update(frozen).digest('hex')).toBe(sent.file!.sha256);
    expect(frozen.length).toBe(sent.file!.size);

    allDone(await signBy(app, executor, draft.id));
    expect((await get(draft.id)).status.code).toBe('signed_by_executor');
    allDone(await signBy(app, director, draft.id));
    const signed = await get(draft.id);
    expect(signed).toMatchObject({
      status: { code: 'signed' },
      is_signed: true,
      document_id: sent.file!.file_id,
    });
    expect(signed.signatures.map((card) => [card.side, card.algorithm])).toEqual([
      ['executor', 'rsa'],
      ['business', 'gost512'],
    ]);
    // Each side sees its own ИИН whole and the other's masked.
    expect(signed.signatures.map((card) => card.iin)).toEqual([
      `${executor.iin.slice(0, 4)}••••••${executor.iin.slice(-2)}`,
      director.iin,
    ]);
    const colleague = await makeEmployee(app, deal.company, ['manage_acts']);
    const mine = (by: Person) => get(draft.id, by).then(({ signed_by_you }) => signed_by_you);
    expect([await mine(director), await mine(executor), await mine(colleague)]).toEqual([true, true, false]);
    for (const by of [director, executor])
      expect(await app.ok('acts.file', by, of(draft.id))).toEqual(frozen);
    expect(await actions(draft.id)).toEqual(['create', 'edit', 'send', 'sign', 'sign']);

    const cms = await app.ok('signing.cms', executor, { params: { signature_id: signed.signatures[1]!.id } });
    const parts = await unzip(await app.ok('acts.zip', executor, of(draft.id)));
    const name = `act-${draft.number.replace('/', '-')}`;
    expect(Object.keys(parts)).toEqual([
      `${name}.pdf`,
      `${name}-executor.cms`,
      `${name}-business.cms`,
      `${name}-card.pdf`,
    ]);
    expect(parts[`${name}.pdf`]).toEqual(frozen);
    expect(parts[`${name}-business.cms`]).toEqual(cms);
    const kept = app.parts.db.selectFrom('signatures').select(['side', 'signature_digest']);
    for (const { side, signature_digest } of await kept.where('act_id', '=', draft.id).execute())
      expect(createHash('sha256').update(parts[`${name}-${side}.cms`]!).digest()).toEqual(signature_digest);
  });

  test('comes back for correction; what was signed of the old version counts no more', async () => {
    const id = await makeSentAct(app, deal);
    const before = (await get(id)).file!;
    allDone(await signBy(app, director, id));
    const [old] = await signaturesOf(app, director, [id]);
    const returned = await app.ok('acts.return', executor, { ...of(id), ...reason(' Не та дата ') });
    expect(returned).toMatchObject({ status: { code: 'returned' }, reason: 'Не та дата', signatures: [] });
    await app.ok('acts.update', director, { ...of(id), body: actBody(deal, { title: 'Исправлено' }) });
    expect(await get(id)).toMatchObject({ reason: 'Не та дата', was_sent: true, file: null });
    // What it is being changed into is nobody else's business until it is sent.
    expect(await app.refused('acts.get', executor, of(id))).toMatchObject({ status: 404 });
    expect((await app.ok('acts.list', executor, { query: { id } })).items).toEqual([]);
    const { events } = await app.ok('home.analytics', executor, {});
    expect(events.filter((event) => event.act_id === id)).toEqual([]);
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    const after = (await get(id)).file!;
    expect(after.sha256).not.toBe(before.sha256);
    expect(await rowCode('acts.sign', director, { body: { signatures: [old] } })).toBe(
      'signature.other_file',
    );
    allDone(await signBy(app, executor, id));
    expect(await stateOf(app, id)).toBe('signed_by_executor');
    expect(await actions(id)).toEqual(['create', 'send', 'sign', 'return', 'edit', 'send', 'sign']);
  });

  test('that was sent once goes to nobody else; under another contract of the same two it may', async () => {
    const other = await makeDeal(
      app,
      deal.company,
      await makeExecutor(app, deal.company, { algorithm: 'rsa' }),
    );
    const id = await makeSentAct(app, deal);
    await app.ok('acts.return', executor, { ...of(id), ...reason() });
    const elsewhere = { ...of(id), body: actBody(other) };
    const fixed = { status: 409, code: 'act.executor_fixed', field: 'contractor_company_id' };
    expect(await app.refused('acts.update', director, elsewhere)).toMatchObject(fixed);
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    await app.ok('acts.recall', director, of(id));
    expect(await app.refused('acts.update', director, elsewhere)).toMatchObject(fixed);
    expect(await app.refused('acts.get', other.executor.person, of(id))).toMatchObject({ status: 404 });
    const second = await makeSignedContract(app, deal.company, deal.executor);
    const moved = { ...of(id), body: { ...actBody(deal), contract_id: second } };
    expect(await app.ok('acts.update', director, moved)).toMatchObject({ contract_id: second });
    const fresh = await makeDraftAct(app, deal);
    expect(await app.ok('acts.update', director, { ...of(fresh.id), body: actBody(other) })).toMatchObject({
      contractor_company: { id: other.executor.id },
    });
  });

  test('is recalled to a draft, and the repeated call is the same', async () => {
    const id = await makeSentAct(app, deal);
    allDone(await signBy(app, director, id));
    for (let i = 0; i < 2; i++)
      expect(await app.ok('acts.recall', director, of(id))).toMatchObject({
        status: { code: 'draft' },
        signatures: [],
      });
    expect(await app.refused('acts.get', executor, of(id))).toMatchObject({ status: 404 });
    expect(await actions(id)).toEqual(['create', 'send', 'sign', 'recall']);
  });

  test('is deleted, and the repeated call is the same; it is gone from every list', async () => {
    const { id } = await makeDraftAct(app, deal);
    for (let i = 0; i < 2; i++) await app.ok('acts.delete', director, of(id));
    expect(await rowCode('acts.delete_many', director, { body: { act_ids: [id] } })).toBe('done_before');
    expect(await app.refused('acts.get', director, of(id))).toMatchObject({ status: 404 });
    expect((await app.ok('acts.list', director, { query: { id } })).total).toBe(0);
    expect(
      (await app.parts.db.selectFrom('act_history').select('id').where('act_id', '=', id).execute()).length,
    ).toBe(2);
  });

  test('is annulled by one side before both have signed, by both afterwards', async () => {
    const one = await makeSentAct(app, deal);
    expect(await app.ok('acts.annul', executor, { ...of(one), ...reason() })).toMatchObject({
      status: { code: 'annulled' },
      reason: 'Сумма не та',
    });

    const [both] = await makeSignedActs(app, deal, 1);
    const asked = await app.ok('acts.annul', director, { ...of(both!), ...reason('Дубль') });
    expect(asked).toMatchObject({
      status: { code: 'annulment_requested' },
      annulment_requested_by: 'business',
      reason: 'Дубль',
    });
    for (const name of ['acts.annul', 'acts.refuse_annulment'] as const)
      expect(
        await app.refused(name, director, { ...of(both!), ...(name === 'acts.annul' ? reason() : {}) }),
      ).toMatchObject({ status: 409, code: 'act.annulment_own' });
    // The call has no body, so it may come twice.
    for (let i = 0; i < 2; i++)
      expect(await app.ok('acts.refuse_annulment', executor, of(both!))).toMatchObject({
        status: { code: 'signed' },
        annulment_requested_by: null,
      });
    await app.ok('acts.annul', executor, { ...of(both!), ...reason() });
    expect(await app.ok('acts.annul', director, { ...of(both!), ...reason('Согласны') })).toMatchObject({
      status: { code: 'annulled' },
    });
    expect(await actions(both!)).toEqual([
      'create',
      'send',
      'sign',
      'sign',
      'annul',
      'refuse_annulment',
      'annul',
      'annul',
    ]);
  });

  test('numbers run by company and year, without a hole', async () => {
    const company = await makeCompany(app, { algorithm: 'rsa' });
    const other = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const year = Number(TODAY.slice(0, 4));
    const numbers = [];
    for (const date of [TODAY, TODAY, `${year - 1}-12-31`, TODAY])
      numbers.push((await makeDraftAct(app, other, { date })).number);
    expect(numbers).toEqual([`1/${year}`, `2/${year}`, `1/${year - 1}`, `3/${year}`]);
    await app.refused('acts.create', company.director, { body: actBody(other, { end_date: '2199-01-01' }) });
    expect((await makeDraftAct(app, other)).number).toBe(`4/${year}`);
  });

  test('of a company that wants the executor first waits for him', async () => {
    const company = await makeCompany(app, { executor_signs_first: true });
    const first = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const id = await makeSentAct(app, first);
    const signatures = await signaturesOf(app, company.director, [id]);
    expect(await rowCode('acts.sign', company.director, { body: { signatures } })).toBe(
      'act.executor_signs_first',
    );
    const prepared = await app.ok('signing.prepare', company.director, {
      body: { doc_type: 'act', ids: [id] },
    });
    const { number } = await app.ok('acts.get', company.director, of(id));
    expect(prepared).toMatchObject({
      items: [],
      refused: [{ id, label: `№ ${number}`, code: 'act.executor_signs_first' }],
    });
    allDone(await signBy(app, first.executor.person, id));
    expect(await rowCode('acts.sign', company.director, { body: { signatures } })).toBe('ok');
  });
});

/** An act in each state, and what every deed of either side answers there. */
describe('in a state', () => {
  const plain = (action: ActCalledOne) => (by: Person, id: number) =>
    single(`acts.${action}`, by, { ...of(id), ...(asksReason(action) && reason()) });
  const deeds: Record<string, (by: Person, id: number) => Promise<string>> = {
    ...Object.fromEntries(CALLED_ONE.map((action) => [action, plain(action)])),
    edit: (by, id) => single('acts.update', by, { ...of(id), body: actBody(deal) }),
    send: (by, id) => bulk('acts.send', by, { body: { act_ids: [id] } }),
    sign: async (by, id) =>
      bulk('acts.sign', by, { body: { signatures: [{ act_id: id, cms: await anySignature(by, id) }] } }),
    pay: (by, id) => bulk('acts.pay', by, { body: { act_ids: [id] } }),
  };

  async function anySignature(by: Person, id: number): Promise<string> {
    // Claims another time than the one that was given before: the very same signature again would be a repeat.
    const at = new Date(Date.now() - 60_000);
    return (await signaturesOf(app, by, [id], { at }))[0]?.cms ?? 'AAAA';
  }
  async function single(name: 'acts.update' | `acts.${ActCalledOne}`, by: Person, given: Given) {
    const reply = await app.raw(name, by, given);
    return reply.status === 200 ? 'ok' : (reply.json as { code: string }).code;
  }
  async function bulk(name: 'acts.send' | 'acts.sign' | 'acts.pay', by: Person, given: Given) {
    const reply = await app.raw(name, by, given);
    const body = reply.json as { code: string; items: { code: string | null }[] };
    return reply.status === 200 ? (body.items[0]!.code ?? 'ok') : body.code;
  }

  /** Other states are reached by the first deed of the table that leads there. */
  function bringTo(status: ActStatus): () => Promise<number> {
    if (status in brought) return brought[status as keyof typeof brought];
    const moves = CALLED_ONE.flatMap((action) =>
      ACT_DEEDS[action].moves.map((move) => ({ action, ...move })),
    );
    const { action, from, by } = moves.find(({ to }) => to === status)!;
    return async () => {
      const id = await bringTo(from[0])();
      expect(await deeds[action]!(by[0] === 'executor' ? executor : director, id)).toBe('ok');
      return id;
    };
  }
  const brought = {
    draft: async () => (await makeDraftAct(app, deal)).id,
    sent: () => makeSentAct(app, deal),
    signed_by_business: () => signedBy(director),
    signed_by_executor: () => signedBy(executor),
    signed: async () => (await makeSignedActs(app, deal, 1))[0]!,
    paying: async () => {
      const id = await brought.signed();
      await app.ok('acts.pay', director, { body: { act_ids: [id] } });
      return id;
    },
    paid: async () => {
      const id = await brought.paying();
      await vi.waitFor(async () => {
        await followOrders(app.parts);
        expect(await stateOf(app, id)).toBe('paid');
      }, PATIENT);
      return id;
    },
  };
  async function signedBy(person: Person): Promise<number> {
    const id = await makeSentAct(app, deal);
    allDone(await signBy(app, person, id));
    return id;
  }

  test.each(ACT_STATUSES.map((status) => [status]))(
    '%s, what the table does not allow is refused and changes nothing',
    async (status) => {
      const id = await bringTo(status)();
      const snapshot = async () => JSON.stringify([await get(id), await actions(id)]);
      const before = await snapshot();
      for (const [action, deed] of Object.entries(deeds) as [ActButton, (typeof deeds)[string]][]) {
        // The contract gives the call to the sides that have a move.
        const sides = new Set<string>(ACT_DEEDS[action].moves.flatMap((move) => move.by));
        for (const by of [director, executor]) {
          const allowed =
            actTable.next(status, action, by.side) !== null &&
            !(status === 'annulment_requested' && by === director);
          if (allowed) continue;
          const hidden = status === 'draft' && by === executor;
          const own =
            status === 'annulment_requested' &&
            by === director &&
            ['annul', 'refuse_annulment'].includes(action);
          const expected = !sides.has(by.side)
            ? 'forbidden'
            : hidden
              ? 'not_found'
              : own
                ? 'act.annulment_own'
                : action === 'pay' && ['paying', 'paid'].includes(status)
                  ? 'act.already_paying'
                  : 'act.wrong_state';
          expect(await deed(by, id), `${action} by ${by.side}`).toBe(expected);
        }
      }
      expect(await snapshot()).toBe(before);
    },
  );
});

describe('what is typed into an act', () => {
  const service = { category_id: 1, description: 'Услуга', quantity: '1', rate: '1.00', unit_id: 1 };
  const withService = (change: object): Partial<ActInput> => ({ services: [{ ...service, ...change }] });
  const refusal = async (change: object) => {
    const { status, code, field } = await app.refused('acts.create', director, {
      body: actBody(deal, change),
    });
    return `${status} ${code} ${field ?? ''}`.trim();
  };

  test.each([
    '-1',
    '0',
    '0.00',
    '0.001',
    '1e999',
    'NaN',
    'Infinity',
    '1e5',
    '１２',
    '1,5',
    '1 000',
    '9007199254740993',
    '10000000000000.01',
    ' 1',
    '+1',
    '',
    null,
    true,
    12.345,
    1e21,
    [],
    {},
  ])('a rate of %j is refused', async (rate) =>
    expect(await refusal(withService({ rate }))).toBe('400 field.money services.0.rate'),
  );

  test.each(['-1', '0', '0.0001', '1e3', 'NaN', '１', '1,5', '1000000000', null, 1.0001, 1e21, true])(
    'a quantity of %j is refused',
    async (quantity) =>
      expect(await refusal(withService({ quantity }))).toBe('400 field.quantity services.0.quantity'),
  );

  test('sums are exact to the tiyn, half up, and bounded', async () => {
    const sum = async (...lines: [string, string][]) =>
      (
        await makeDraftAct(app, deal, {
          services: lines.map(([quantity, rate]) => ({ ...service, quantity, rate })),
        })
      ).amount;
    expect(await sum(['0.333', '0.01'], ['3', '33.33'])).toBe('99.99');
    expect(await sum(['1.005', '100.00'])).toBe('100.50');
    expect(await sum(['0.5', '0.01'])).toBe('0.01');
    expect(await sum(['3', '0.1'], ['0.1', '0.2'])).toBe('0.32');
    expect(await sum(['1', '10000000000000'])).toBe('10000000000000.00');
    expect(await sum(['999999999.999', '0.01'])).toBe('10000000.00');
    // One line rounds to nothing: the act as a whole must not.
    expect(await refusal(withService({ quantity: '0.001', rate: '0.01' }))).toBe(
      '422 act.amount_too_small services',
    );
    expect(await refusal(withService({ quantity: '999999999.999', rate: '10000000000000' }))).toBe(
      '422 act.amount_too_large services',
    );
    const most = { ...service, rate: '10000000000000' };
    expect(await refusal({ services: [most, { ...service, rate: '0.01' }] })).toBe(
      '422 act.amount_too_large services',
    );
  });

  test('bonuses and expenses count for an act, deductions against it, and copies say the same', async () => {
    const line = (kind: string, rate: string, taxed?: boolean) =>
      ({ ...service, quantity: '1', kind, rate, ...(taxed !== undefined && { taxed }) }) as typeof service;
    const services = [
      line('work', '1000'),
      line('bonus', '100.50'),
      line('deduction', '300.30'),
      line('expense', '50'),
      line('expense', '20', true),
    ];
    const made = await makeDraftAct(app, deal, { services });
    const said = ({ amount, services: lines }: typeof made) => [
      amount,
      ...lines.map((one) => [one.kind, one.rate, one.amount, one.taxed]),
    ];
    expect(said(made)).toEqual([
      '870.20',
      ['work', '1000.00', '1000.00', true],
      ['bonus', '100.50', '100.50', true],
      ['deduction', '300.30', '-300.30', true],
      ['expense', '50.00', '50.00', false],
      ['expense', '20.00', '20.00', true],
    ]);
    const copies = await app.ok('acts.copy', director, { body: { act_ids: [made.id] } });
    expect(said(await get(copies.items[0]!.act_id!))).toEqual(said(made));

    expect(await refusal({ services: [line('work', '10'), line('deduction', '10')] })).toBe(
      '422 act.deductions_too_large services',
    );
    expect(await refusal({ services: [line('deduction', '10')] })).toBe(
      '422 act.deductions_too_large services',
    );
    expect(await refusal({ services: [line('bonus', '10', false)] })).toBe(
      '422 act.line_taxed services.0.taxed',
    );
    expect(await refusal({ services: [line('deduction', '-10')] })).toBe('400 field.money services.0.rate');
    expect(await refusal({ services: [line('fine', '10')] })).toBe('400 field.choice services.0.kind');
  });

  test.each<[string, object, string]>([
    ['no services', { services: [] }, '400 field.services services'],
    [
      '201 services',
      { services: Array.from({ length: 201 }, () => service) },
      '413 field.services_many services',
    ],
    ['no title', { title: ' ' }, '400 field.required title'],
    ['a long title', { title: 'я'.repeat(201) }, '400 field.too_long title'],
    ['a КНП of two digits', { knp: '85' }, '400 field.knp knp'],
    ['a КНП of nothing', { knp: '000' }, '400 field.knp knp'],
    ['a КНП as number', { knp: 859 }, '400 field.knp knp'],
    ['no description', withService({ description: '' }), '400 field.required services.0.description'],
    ['an unknown category', withService({ category_id: 999 }), '400 field.choice services.0.category_id'],
    ['an unknown unit', withService({ unit_id: 999 }), '400 field.choice services.0.unit_id'],
    ['30 February', { date: '2026-02-30' }, '400 field.date date'],
    ['a time', { date: `${TODAY}T00:00:00Z` }, '400 field.date date'],
    [
      'reversed dates',
      { start_date: TODAY, end_date: addDays(TODAY, -1) },
      '422 act.dates_reversed end_date',
    ],
    [
      'a begin before the contract',
      { start_date: addDays(TODAY, -201) },
      '422 act.outside_contract start_date',
    ],
    ['an end after the contract', { end_date: addDays(TODAY, 201) }, '422 act.outside_contract end_date'],
    ['an unknown contract', { contract_id: 999_999 }, '422 act.contract_not_usable contract_id'],
    ['another contractor', { contractor_company_id: 999_999 }, '422 act.contract_of_another contract_id'],
  ])('%s is refused', async (_, change, expected) => expect(await refusal(change)).toBe(expected));

  test('a contract that is not signed, a non-disclosure agreement or a stopped executor makes no acts', async () => {
    const { company } = deal;
    const stopped = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const nda = await makeSignedContract(app, company, stopped.executor, { type_id: '5' });
    expect(await refusal(actBody({ ...stopped, contract_id: nda }))).toBe(
      '422 act.contract_not_usable contract_id',
    );
    const { id: draft } = await makeDraftAct(app, stopped);
    const [signed] = await makeSignedActs(app, stopped, 1);
    await app.parts.db
      .updateTable('executors')
      .set({ status: 'stopped' })
      .where('executor_company_id', '=', stopped.executor.id)
      .execute();
    expect(await refusal(actBody(stopped))).toBe('409 act.executor_stopped contractor_company_id');
    const edit = { ...of(draft), body: actBody(stopped) };
    expect(await app.refused('acts.update', director, edit)).toMatchObject({ code: 'act.executor_stopped' });
    // What was signed is still paid.
    allDone(await app.ok('acts.pay', director, { body: { act_ids: [signed!] } }));
  });

  test('the sentence of a refusal is in the reader’s language and names what it is about', async () => {
    const body = actBody(deal, { end_date: addDays(TODAY, 300) });
    const ru = await app.refused('acts.create', director, { body }, { locale: 'ru' });
    const kz = await app.refused('acts.create', director, { body }, { locale: 'kz' });
    expect(ru.message).toMatch(
      /^Период акта выходит за срок договора \(\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}\)\.$/,
    );
    expect(kz.message).toMatch(/\d\d\.\d\d\.\d{4}/);
    expect(kz.message).not.toBe(ru.message);
    const id = await makeSentAct(app, deal);
    const row = await app.ok('acts.send', director, { body: { act_ids: [id] } }, { locale: 'kz' });
    expect(row.items[0]!.message).toContain('«');
    expect(row.items[0]!.message).not.toContain('{{');
  });
});

describe('an employee', () => {
  test('does what his rights are, and nothing else', async () => {
    const maker = await makeEmployee(app, deal.company, ['manage_acts']);
    const payer = await makeEmployee(app, deal.company, ['pay']);
    const { id } = await app.ok('acts.create', maker, { body: actBody(deal) });
    allDone(await app.ok('acts.send', maker, { body: { act_ids: [id] } }));
    const refused = async (by: Person, name: Parameters<typeof app.refused>[0], given: Given) =>
      expect(await app.refused(name, by, given), name).toMatchObject({ status: 403, code: 'forbidden' });
    await refused(maker, 'acts.sign', { body: { signatures: [{ act_id: id, cms: 'AAAA' }] } });
    await refused(maker, 'acts.pay', { body: { act_ids: [id] } });
    await refused(maker, 'acts.annul', { ...of(id), ...reason() });
    await refused(payer, 'acts.create', { body: actBody(deal) });
    await refused(payer, 'acts.recall', of(id));
    const [signed] = await makeSignedActs(app, deal, 1);
    allDone(await app.ok('acts.pay', payer, { body: { act_ids: [signed!] } }));
  });

  test('who has left does nothing more: neither his token nor the work he left behind', async () => {
    const leaver = await makeEmployee(app, deal.company, ['manage_acts']);
    const { id } = await app.ok('acts.create', leaver, { body: actBody(deal) });
    const run_id = await app.parts.bulk.start({
      company_id: leaver.company_id,
      user_id: leaver.user_id,
      session_id: leaver.session_id,
      kind: 'acts.send',
      idempotency_key: 'left-behind',
      request_hash: Buffer.alloc(32),
      items: [{ subject_id: id }],
    });
    await app.parts.db
      .updateTable('memberships')
      .set({ ended_at: new Date() })
      .where('user_id', '=', leaver.user_id)
      .execute();
    expect(await app.refused('acts.get', leaver, of(id))).toMatchObject({ status: 403 });
    await app.parts.bulk.work(run_id);
    const item = await app.parts.db
      .selectFrom('bulk_items')
      .selectAll()
      .where('run_id', '=', run_id)
      .executeTakeFirstOrThrow();
    expect([item.status, item.code]).toEqual(['failed', 'forbidden']);
    expect(await stateOf(app, id)).toBe('draft');
  });
});

test('what the paper cannot show is named where it is typed, and never frozen', async () => {
  const typed = { body: actBody(deal, { title: 'Кеңес 中文' }) };
  const refused = await app.refused('acts.create', director, typed);
  expect(refused).toMatchObject({ status: 400, code: 'field.paper_letters', field: 'title' });
  expect(refused.message).toContain('документе: 中 文.');
  // Stored before letters were judged.
  const { id } = await app.ok('acts.create', director, { body: actBody(deal, { title: 'Кеңес ✔ 😀' }) });
  await app.parts.db.updateTable('acts').set({ additional_info: 'مرحبا' }).where('id', '=', id).execute();
  const preview = await app.refused('acts.file', director, of(id));
  expect(preview).toMatchObject({ status: 422, code: 'act.paper_letters' });
  expect(preview.message).toContain('Они стоят здесь: название, строки или дополнительные сведения акта');
  const sent = await app.ok('acts.send', director, { body: { act_ids: [id] } });
  expect(sent.items[0]).toMatchObject({ status: 'failed', message: preview.message });
  expect(await stateOf(app, id)).toBe('draft');
});

test('an act that stands twice in a list is sent once', async () => {
  const { id } = await makeDraftAct(app, deal);
  const { items } = await app.ok('acts.send', director, { body: { act_ids: [id, id] } });
  expect(items).toMatchObject([{ act_id: id, status: 'ok' }]);
});

test('a search finds by word or by the beginning of a БИН, never by digits inside a word', async () => {
  const digit = deal.executor.bin.slice(0, 1);
  const { id } = await makeDraftAct(app, deal, { title: `Рейс q${digit}z` });
  const found = async (search: string) =>
    (await app.ok('acts.list', director, { query: { search, limit: 100 } })).items.map((act) => act.id);
  expect(await found(`q${digit}z`)).toEqual([id]);
  expect(await found(`нет такого q${digit}z`)).toEqual([]);
  expect(await found(` ${deal.executor.bin.slice(0, 6)} `)).toContain(id);
});

test('after all of this the invariants hold', async () => {
  await holdInvariants(app);
});
