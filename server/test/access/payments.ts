import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { idOf } from '../../src/platform/db/id-of.ts';
import { statementOf } from '../bank-statement.ts';
import type { Given } from '../calls.ts';
import { TODAY } from '../papers.ts';
import { type Asking, MISSING, type Cases } from './access.ts';
import { act, acts, reason, openingsThing, openingsOf, seenSigned, once, fileOrder } from './things.ts';

/** A change of the payment limit that somebody else has asked for. */
async function waitingLimit({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  await db
    .updateTable('pay_limit_changes')
    .set({ state: 'cancelled', decided_at: new Date() })
    .where((eb) => eb.and({ company_id: world.company.id, state: 'waiting' }))
    .execute();
  return idOf(
    db
      .insertInto('pay_limit_changes')
      .values({ company_id: world.company.id, asked_by: world.worker.user_id })
      .returning('id'),
  );
}

const ofChange = (id: unknown): Given => ({ params: { change_id: id } });

const madeFile = ({ app, world }: Asking, use: string, order_id: number) =>
  once(world, `${use} file`, async () => {
    const body = { format: '1c' as const, order_ids: [order_id] };
    return (await app.ok('payments.make_file', world.director, { body })).id;
  });

const operation = ({ app, world }: Asking) =>
  once(world, 'operation', async () => {
    const { iban } = (await app.ok('payments.preview', world.director, { body: { act_ids: [1] } })).payer;
    const told = {
      number: '1',
      amount_tiyn: 12_345n,
      iban: makeIban('601', '0000000000001'),
      purpose: world.mark,
    };
    const bytes = statementOf(iban!, [{ ...told, day: TODAY }]);
    await app.ok('payments.read_statement', world.director, {
      body: {},
      files: { file: { name: 'a.txt', bytes } },
    });
    const { items } = await app.ok('payments.operations', world.director, { query: {} });
    return items[0]!.id;
  });

const keptMapping = ({ app, world }: Asking) =>
  once(world, 'mapping', async () => {
    const { iban } = (await app.ok('payments.preview', world.director, { body: { act_ids: [1] } })).payer;
    const mapping = {
      iban,
      columns: { date: 'Дата', amount: 'Сумма', purpose: 'Назначение' },
      day_order: 'dmy',
      decimal_mark: 'comma',
    };
    await app.ok('payments.read_statement', world.director, {
      body: { mapping: JSON.stringify(mapping) },
      files: {
        file: { name: 'a.csv', bytes: Buffer.from(`Дата;Сумма;Назначение\n01.11.2026;-1;${world.mark}`) },
      },
    });
    return (await app.ok('payments.mappings', world.director, {}))[0]!.id;
  });

const ofOrder = (order_id: unknown): Given => ({ params: { order_id } });

const ofOperation = (operation_id: unknown): Given => ({ params: { operation_id } });

export const paymentsCases = {
  'payments.preview': { names: 'body', thing: 'signed', given: acts },
  'payments.explain': {
    answers: 404,
    names: 'body',
    given: () => ({ body: { act_ids: [MISSING], executor_company_id: MISSING } }),
  },
  'payments.orders': { given: () => ({ query: {} }) },
  'payments.orders_sheet': { given: () => ({ query: {} }) },
  'payments.change_settings': {
    given: () => ({ body: { channel: 'file', payment_limit: null, bookkeeper_name: null } }),
  },
  'payments.confirm_limit': { names: 'path', thing: waitingLimit, given: ofChange },
  'payments.cancel_limit': { names: 'path', thing: waitingLimit, given: ofChange },
  'payments.approve': { given: () => ({ body: { order_ids: [MISSING] } }) },
  'payments.cancel': { names: 'path', thing: fileOrder('cancel'), given: ofOrder },
  'payments.edit': {
    names: 'path',
    thing: fileOrder('edit'),
    given: (id) => ({ ...ofOrder(id), body: { knp: '841', purpose: 'Оплата' } }),
  },
  'payments.callback': {
    answers: 404,
    given: () => ({ params: { order_id: MISSING, mark: '0'.repeat(32) }, body: {} }),
  },
  'payments.decide': {
    names: 'path',
    thing: async (asking) => {
      const id = await fileOrder('decide')(asking);
      await madeFile(asking, 'decide', id);
      return id;
    },
    given: (id) => ({ params: { order_id: id }, body: { outcome: 'settled', reason: 'По выписке' } }),
  },
  'payments.make_file': {
    names: 'body',
    thing: fileOrder('make'),
    given: (id) => ({ body: { format: '1c', order_ids: [id] } }),
  },
  'payments.check_file': {
    names: 'body',
    thing: fileOrder('check'),
    given: (id) => ({ body: { format: '1c', order_ids: [id] } }),
  },
  'payments.refuse_file': {
    names: 'path',
    thing: async (asking) => madeFile(asking, 'refuse', await fileOrder('refuse')(asking)),
    given: (id) => ({
      params: { payment_file_id: id },
      body: { rule: 'other', words: 'Неверный формат' },
    }),
  },
  'payments.files': { given: () => ({ query: {} }) },
  'payments.file': {
    names: 'path',
    thing: async (asking) => madeFile(asking, 'file', await fileOrder('file')(asking)),
    given: (id) => ({ params: { payment_file_id: id } }),
  },
  'payments.read_statement': {
    answers: 415,
    given: () => ({ files: { file: { name: 'a.txt', bytes: Buffer.from('none') } } }),
  },
  'payments.preview_table': {
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Дата;Сумма;Назначение') } },
    }),
  },
  'payments.mappings': { given: () => ({}) },
  'payments.end_mapping': {
    names: 'path',
    thing: keptMapping,
    given: (mapping_id) => ({ params: { mapping_id } }),
  },
  'payments.ask_statement': { answers: 409, given: () => ({ body: {} }) },
  'payments.statements': { given: () => ({ query: {} }) },
  'payments.operations': { given: () => ({ query: {} }) },
  'payments.candidates': { names: 'path', thing: operation, given: ofOperation },
  'payments.match': {
    answers: 404,
    names: 'path',
    thing: operation,
    given: (id) => ({ params: { operation_id: id }, body: { orders: [{ order_id: MISSING }] } }),
  },
  'payments.match_many': { given: () => ({ body: { matches: [{ operation_id: MISSING, orders: [] }] } }) },
  'payments.rules': { given: () => ({}) },
  'payments.add_rule': {
    given: () => ({ body: { direction: 'out', words: 'Комиссия', kind: 'commission' } }),
  },
  'payments.end_rule': {
    names: 'path',
    thing: ({ app, world }) =>
      once(world, 'rule', async () => {
        const body = { direction: 'out', words: world.mark, kind: 'other' } as const;
        return (await app.ok('payments.add_rule', world.director, { body })).id;
      }),
    given: (rule_id) => ({ params: { rule_id } }),
  },
  'payments.take_back': { names: 'path', thing: operation, given: ofOperation },
  'payments.set_aside': {
    names: 'path',
    thing: operation,
    given: (id) => ({ params: { operation_id: id }, body: { is_set_aside: true } }),
  },
  'refunds.record': {
    answers: 409,
    names: 'path',
    thing: seenSigned,
    given: (id) => ({ ...act(id), body: reason }),
  },
  'openings.check': { thing: openingsThing, given: openingsOf },
  'openings.take': { thing: openingsThing, given: openingsOf },
  'openings.undo': {
    names: 'path',
    thing: async (asking) => {
      await asking.app.ok(
        'openings.take',
        asking.world.director,
        await openingsOf(await openingsThing(asking), asking),
      );
      const { items } = await asking.app.ok('openings.list', asking.world.director, {});
      return items[0]!.id;
    },
    given: (batch_id) => ({ params: { batch_id }, body: reason }),
  },
} satisfies Cases;
