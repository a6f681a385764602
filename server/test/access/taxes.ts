import { chequeAddress } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { samplePdf, TODAY } from '../papers.ts';
import type { Asking, Cases } from './access.ts';
import { act, openingsThing, openingsOf, seenAct } from './things.ts';

/** An executor who is there for one table alone. */
const standingOf = (id: unknown) => ({
  body: { executor_company_id: String(id), valid_from: TODAY, standing: 'ip' as const },
});

const DEDUCTION_MONTH = '2031-06';

/** The other side of whoever asks; the executor has applied for the deduction of the company, or not. */
async function partnerWithDeduction({ app, world, by }: Asking, has_applied: boolean): Promise<number> {
  const { company, executor: worker } = world;
  await app.owner.deleteFrom('deduction_applications').where('executor_company_id', '=', worker.id).execute();
  // A sole trader has no deduction; no payment of a test reaches this day.
  await app.owner
    .deleteFrom('tax_standings')
    .where((eb) => eb.and({ executor_company_id: worker.id, valid_from: `${DEDUCTION_MONTH}-01` }))
    .execute();
  await app.owner
    .insertInto('tax_standings')
    .values({ executor_company_id: worker.id, valid_from: `${DEDUCTION_MONTH}-01`, standing: 'individual' })
    .execute();
  const row = { company_id: company.id, executor_company_id: worker.id };
  if (has_applied)
    await app.owner
      .insertInto('deduction_applications')
      .values({ ...row, applied_on: '2026-01-10', valid_from: '2026-01-01' })
      .execute();
  return by.user_id === world.worker.user_id ? company.id : worker.id;
}

const EARLIER = {
  headers: ['ИИН', 'Период', 'Облагаемый доход', 'Документ', 'Дата документа'],
  filled: [TODAY.slice(0, 4), '100.00', 'Ведомость', TODAY],
};

let cheque_number = 1000;

/** The link of a cheque that nobody has used. */
const newCheque = () =>
  chequeAddress({ issuer: 'kaspi', first_id: `${(cheque_number += 1)}1`, second_id: '1' });

async function bareAct({ app, world }: Asking): Promise<number> {
  const act_id = world.see('sent');
  await app.ok('act_cheques.remove', world.director, { params: { act_id } });
  return act_id;
}

async function chequedAct(asking: Asking): Promise<number> {
  const { app, world } = asking;
  const act_id = await bareAct(asking);
  const params = { act_id };
  await app.ok('act_cheques.add', world.director, { params, body: { link: newCheque() } });
  return act_id;
}

export const taxesCases = {
  'taxes.standing': {
    names: 'query',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ query: { executor_company_id } }),
  },
  'taxes.set_standing': { names: 'body', thing: ({ world }) => world.executor.id, given: standingOf },
  'taxes.set_deduction': {
    names: 'body',
    thing: (asking) => partnerWithDeduction(asking, false),
    given: (id) => ({
      body: { company_id: String(id), applied_on: TODAY, from_month: DEDUCTION_MONTH },
    }),
  },
  'taxes.withdraw_deduction': {
    names: 'body',
    thing: (asking) => partnerWithDeduction(asking, true),
    given: (company_id) => ({ body: { company_id, last_month: DEDUCTION_MONTH } }),
  },
  'taxes.set_earlier': {
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({
      body: {
        executor_company_id: Number(executor_company_id),
        kind: 'self_employed' as const,
        period: TODAY.slice(0, 7),
        amount: '1000.00',
        source: 'Выписка e-Salyq',
        source_on: TODAY,
      },
    }),
  },
  'taxes.check_register': {
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ body: { executor_company_id: Number(executor_company_id) } }),
  },
  'taxes.import_earlier': {
    thing: openingsThing,
    given: async (executor, asking) => ({ ...(await openingsOf(executor, asking, EARLIER)), body: {} }),
  },
  'taxes.paper': {
    names: 'path',
    thing: async ({ app, world }) => {
      const asked = {
        ...standingOf(world.executor.id),
        files: { file: { name: 'справка.pdf', bytes: await samplePdf() } },
      };
      const { history } = await app.ok('taxes.set_standing', world.director, asked);
      return history.find(({ paper }) => paper !== null)!.paper!.file_id;
    },
    given: (file_id) => ({ params: { file_id } }),
  },
  'taxes.figures': { given: () => ({ query: { year: 2026 } }) },
  'taxes.set_figure': {
    given: () => ({
      body: {
        figure: 'mrp',
        valid_from: '2031-01-01',
        valid_until: '2031-12-31',
        value: '5000',
        source: 'Закон о бюджете',
      },
    }),
  },
  'activities.set': {
    given: () => ({
      body: {
        oked: '96021',
        name: 'Парикмахеры',
        valid_from: '2026-01-01',
        valid_until: null,
        source: 'ППРК 994',
      },
    }),
  },
  'taxes.decide': {
    given: () => ({
      body: { question: 'rounding', choice: 'cautious', valid_from: '2031-01-01', note: 'Консультант' },
    }),
  },
  'taxes.decide_for_company': {
    given: () => ({
      body: { question: 'deduction_carry', choice: 'year', valid_from: '2031-01-01', note: 'Консультант' },
    }),
  },
  'act_cheques.get': { names: 'path', thing: seenAct, given: act },
  'act_cheques.add': {
    names: 'path',
    thing: bareAct,
    given: (id) => ({ ...act(id), body: { link: newCheque() } }),
  },
  'act_cheques.check': { names: 'path', thing: chequedAct, given: act },
  'act_cheques.remove': { names: 'path', thing: chequedAct, given: act },
} satisfies Cases;
