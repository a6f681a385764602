import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import sentences from '@kelisim/shared/texts/ru/faults.ts';
import { describe, expect, it } from 'vitest';
import { newDraft, newService, toInput } from './act-draft.ts';
import type { ActDraft } from './act-draft.ts';
import { checkAct, isOddDate } from './check-act.ts';

const term = { start_date: '2026-01-15', end_date: '2026-12-20' };
const right: ActDraft = {
  ...newDraft(),
  contractor_company_id: '3',
  contract_id: '1',
  title: 'Услуги',
  date: '2026-02-28',
  start_date: '2026-02-01',
  end_date: '2026-02-28',
  services: [
    { ...newService(), category_id: '1', unit_id: '2', description: 'Доставка', quantity: '1.5', rate: '10' },
  ],
};
const line = (part: object) => ({ ...right, services: [{ ...right.services[0]!, ...part }] });

describe('what is typed into an act', () => {
  it('is right when the contract of the call takes it', () => {
    expect(checkAct(right, term)).toEqual({});
    expect(actInput.safeParse(toInput(right)).success).toBe(true);
  });

  it.each<[string, ActDraft, string]>([
    ['no title', { ...right, title: '  ' }, 'title'],
    ['a long title', { ...right, title: 'а'.repeat(201) }, 'title'],
    ['a short КНП', { ...right, knp: '85' }, 'knp'],
    ['no such day', { ...right, date: '2026-02-30' }, 'date'],
    ['no service', { ...right, services: [] }, 'services'],
    ['too many services', { ...right, services: Array(201).fill(right.services[0]) }, 'services'],
    ['no description', line({ description: '' }), 'services.0.description'],
    ['nothing of it', line({ quantity: '0' }), 'services.0.quantity'],
    ['no price', line({ rate: '' }), 'services.0.rate'],
    ['a price of nothing', line({ rate: '0.00' }), 'services.0.rate'],
    ['a title the paper cannot show', { ...right, title: 'Услуги 中' }, 'title'],
    ['notes the paper cannot show', { ...right, additional_info: 'مرحبا' }, 'additional_info'],
    ['a description the paper cannot show', line({ description: 'שלום' }), 'services.0.description'],
    ['no category', line({ category_id: '' }), 'services.0.category_id'],
  ])('%s is found here where the server finds it', (_name, draft, field) => {
    const found = Object.keys(checkAct(draft, term));
    const server = actInput.safeParse(toInput(draft)).error?.issues.map((issue) => issue.path.join('.'));
    expect(found).toEqual([field]);
    expect(server).toContain(field);
  });

  it('is over more than nothing, whatever is deducted', () => {
    const deduct = (rate: string) => ({
      ...right,
      services: [
        right.services[0]!,
        { ...right.services[0]!, kind: 'deduction' as const, quantity: '1', rate },
      ],
    });
    expect(checkAct(deduct('14.99'), term)).toEqual({});
    for (const rate of ['15', '16'])
      expect(checkAct(deduct(rate), term)).toEqual({ services: { code: 'act.deductions_too_large' } });
    expect(checkAct(line({ quantity: '0.001', rate: '0.01' }), term)).toEqual({
      services: { code: 'act.amount_too_small' },
    });
  });

  it('says of repeating only what was changed, for another may decide of it meanwhile', () => {
    expect(toInput(right)).not.toHaveProperty('auto_generate');
    const monthly = { ...right, period_id: '1', period_before: '1' };
    expect(toInput(monthly)).not.toHaveProperty('period_id');
    expect(toInput({ ...monthly, period_id: '' })).toMatchObject({ auto_generate: false, period_id: null });
    expect(toInput({ ...right, period_id: '3' })).toMatchObject({ auto_generate: true, period_id: 3 });
  });

  it('lies within its contract', () => {
    expect(checkAct({ ...right, start_date: '2026-01-14' }, term)['start_date']?.code).toBe(
      'act.outside_contract',
    );
    expect(checkAct({ ...right, end_date: '2026-12-21' }, term)['end_date']?.code).toBe(
      'act.outside_contract',
    );
    expect(checkAct({ ...right, end_date: '2026-01-31' }, term)['end_date']?.code).toBe('act.dates_reversed');
  });

  it('has a sentence for every fault', () => {
    const wrong = {
      ...newDraft(),
      knp: '1',
      date: 'x',
      title: 'а'.repeat(201),
      additional_info: 'а'.repeat(2001),
    };
    const codes = Object.values(checkAct(wrong, term)).map((fault) => fault!.code);
    expect(codes.length).toBeGreaterThan(6);
    for (const code of codes) expect(sentences).toHaveProperty([code]);
    expect(checkAct(wrong, term)['title']?.values).toEqual({ max: '200', length: '201' });
  });
});

it('is asked about where its date is before the work, or more than a month ahead', () => {
  const on = (date: string) => isOddDate({ ...right, date }, '2026-02-20');
  expect(['2026-01-31', '2026-02-01', '2026-03-23', '2026-03-24', '31.02'].map(on)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});
