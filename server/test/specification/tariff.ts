import { expect } from 'vitest';
import { expectFields, type Items, type Thing } from './client.ts';
import { day, type World } from './world.ts';

export async function runTariff(world: World): Promise<void> {
  const { business, admin } = world;
  const { company_id } = business;
  await admin.post('tariff/admin/periods', { body: { name: 'Два года', months: 24 } });
  const { items: periods } = await business.get<Items>('tariff/periods', {
    query: { limit: 100, offset: 0 },
  });
  expectFields(periods[0], 'id, name, months');
  expect(periods).toContainEqual({ id: expect.any(Number), name: 'Два года', months: 24 });
  expect(await business.get('tariff/periods/{id}', { path: { id: periods[0]!.id } })).toEqual(periods[0]);
  const { items: types } = await business.get<Items>('tariff/plans/types');
  expectFields(types[0], 'id, code, name');
  const [month] = periods.filter(({ months }) => months === 1);
  const [plan_type] = types.filter(({ code }) => code === 'per_executor');

  const first = {
    company_id,
    executor_limit_count: 20,
    price_per_executor: '1000.00',
    period_id: month!.id,
    plan_type_id: plan_type!.id,
    tariff_start_date: day(0),
    banking_integration_enabled: false,
    commission_percentage: '1.50',
  };
  await admin.post('tariff/admin/tariff', { body: first });
  const read = () => business.get('tariff/{company_id}', { path: { company_id } });
  const plan = async () => (await read()).tariff_plan as Thing;
  const kept = { commission_percentage: '1.50', banking_integration_enabled: false };
  expectFields(
    await plan(),
    'price_per_executor, commission_percentage, banking_integration_enabled, start_date, end_date, is_active',
  );
  expect(await plan()).toMatchObject(kept);

  // What is left out stays as it is: one field changes, and not the money beside it.
  await admin.post('tariff/admin/tariff/switch', { body: { company_id, price_per_executor: '1200.00' } });
  expect(await plan()).toMatchObject({
    ...kept,
    price_per_executor: '1200.00',
    plan_type: { id: plan_type!.id },
    period: { id: month!.id },
  });
  await admin.post('tariff/admin/tariff/planning', {
    body: { company_id, price_per_executor: '1300.00', tariff_start_date: day(40) },
  });
  const tariff = await read();
  const [planned] = tariff.planned_changes as Thing[];
  expectFields(planned, 'old_limit, new_limit, change_type, reason, scheduled_for, is_applied');
  expect(planned).toMatchObject({
    scheduled_for: day(40),
    is_applied: false,
    terms: { ...kept, price_per_executor: '1300.00', plan_type: { id: plan_type!.id } },
  });
  expect(tariff.executor_limit).toMatchObject({ limit_count: 20, valid_from: day(0), valid_until: null });
  expectFields(tariff, 'pending_amount, payment_calendar, limit_changes');
  const calendar = tariff.payment_calendar as Thing[];
  expectFields(calendar[0], 'period_start, period_end, payment_amount, payment_due_date, paid_at, status_id');
  const statuses = await business.get<Items>('tariff/payments/statuses', { query: { company_id } });
  const cancelled = statuses.items.find(({ code }) => code === 'cancelled')!;
  await business.get('tariff/payments/overdue', { query: { company_id } });
  await business.get('tariff/payments/upcoming', { query: { company_id, days: 30 } });
  const bill = calendar.find(({ id, paid_at, status_id }) => id && !paid_at && status_id !== cancelled.id)!;
  await admin.post('tariff/payments/paid/{id}', { path: { id: bill.id } });
  expect(((await read()).payment_calendar as Thing[]).find(({ id }) => id === bill.id)).toMatchObject({
    paid_at: expect.any(String),
  });
}
