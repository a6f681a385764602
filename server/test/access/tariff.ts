import { randomUUID } from 'node:crypto';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { TODAY } from '../papers.ts';
import { makeAdministrator, makeCompany } from '../people.ts';
import { giveTariff, tariffSeller } from '../tariffs.ts';
import { type Asking, MISSING, type Cases } from './access.ts';

/** Of a company's tariff; the desk of tariffs sees every one. */
const tariffOfCompany = {
  answers: { executor: 404 },
  desk: 'tariffs',
  thing: worldTariff,
} as const;

const ofTariff = {
  ...tariffOfCompany,
  names: 'query',
  given: (company_id: unknown) => ({ query: { company_id } }),
} as const;

const tariffTerms = (company_id: unknown) => ({
  company_id,
  plan_type_id: 1,
  period_id: 1,
  price_per_executor: '1500.00',
});

/** The world's company with a tariff, given one where it has none. */
async function worldTariff({ app, world }: Asking): Promise<number> {
  return giveTariff(app, world.company.id);
}

/** Another company with a tariff: what is changed here is not the world's. */
async function freshTariff({ app }: Asking): Promise<number> {
  return giveTariff(app, (await makeCompany(app)).id);
}

async function tariffEntry(asking: Asking): Promise<number> {
  const company_id = await worldTariff(asking);
  const desk = await makeAdministrator(asking.app, ['tariffs']);
  await asking.app.ok('tariff.set_seller', desk, { body: tariffSeller });
  const { payment_calendar } = await asking.app.ok('tariff.get', desk, { params: { company_id } });
  return payment_calendar[0]!.id!;
}

async function plannedChange(asking: Asking): Promise<number> {
  const company_id = await freshTariff(asking);
  const desk = await makeAdministrator(asking.app, ['tariffs']);
  const { planned_changes } = await asking.app.ok('tariff.set_limit', desk, {
    body: { company_id, executor_limit_count: 20, scheduled_for: '2099-01-01' },
  });
  return planned_changes[0]!.id;
}

async function incomingPayment({ app }: Asking): Promise<number> {
  const { user_id } = await makeAdministrator(app, ['tariffs']);
  const { id } = await app.parts.db
    .insertInto('tariff_payments')
    .values({
      operated_on: TODAY,
      number: randomUUID(),
      amount_tiyn: 100n,
      payer_name: 'ТОО',
      purpose: 'Оплата',
      read_by: user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const tariffCases = {
  'tariff.add_period': { given: () => ({ body: { name_ru: 'Срок', name_kz: 'Мерзім', months: 11 } }) },
  'tariff.set': {
    names: 'body',
    thing: async ({ app }) => (await makeCompany(app)).id,
    given: (company_id) => ({ body: { ...tariffTerms(company_id), executor_limit_count: 10 } as never }),
  },
  'tariff.plan_change': {
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({
      body: { ...tariffTerms(company_id), tariff_start_date: '2099-01-01' } as never,
    }),
  },
  'tariff.switch': {
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: tariffTerms(company_id) as never }),
  },
  'tariff.set_limit': {
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: { company_id, executor_limit_count: 12 } as never }),
  },
  'tariff.cancel_change': {
    names: 'path',
    thing: plannedChange,
    given: (change_id) => ({ params: { change_id } }),
  },
  'tariff.changes': ofTariff,
  'tariff.preview': {
    ...tariffOfCompany,
    names: 'body',
    given: (company_id) => ({ body: { company_id, executor_limit_count: 2_000 } as never }),
  },
  'tariff.overdue': ofTariff,
  'tariff.statuses': ofTariff,
  'tariff.upcoming': ofTariff,
  'tariff.pay': { names: 'path', thing: tariffEntry, given: (id) => ({ params: { id } }) },
  'tariff.bill': {
    ...tariffOfCompany,
    names: 'path',
    thing: tariffEntry,
    given: (id) => ({ params: { id } }),
  },
  'tariff.period': { given: () => ({ params: { id: 1 } }) },
  'tariff.get': { ...tariffOfCompany, names: 'path', given: (company_id) => ({ params: { company_id } }) },
  'tariff.set_seller': { given: () => ({ body: tariffSeller }) },
  'tariff.read_payments': {
    answers: 415,
    given: () => ({ files: { file: { name: 'a.txt', bytes: Buffer.from('none') } } }),
  },
  'tariff.match': {
    answers: 404,
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { entry_ids: [MISSING] } }),
  },
  'tariff.unmatch': {
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { reason: 'Ошибка' } }),
  },
  'tariff.set_aside': {
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { reason: 'Возврат займа' } }),
  },
  'tariff.bills': { given: () => ({ query: { search: 'KT-1' } }) },
  'tariff.move_day': {
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: { company_id, day: almatyDate(new Date()) } as never }),
  },
} satisfies Cases;
