import { expect, it } from 'vitest';
import { actsHref, comingHref, monthOf, toDoHref, toPayHref, toSignHref } from './act-links.ts';

it('leads to what waits for the signature of each side', () => {
  expect(toSignHref('business')).toBe('/lk/business/acts?status_id=2&status_id=4');
  expect(toSignHref('business', true)).toBe('/lk/business/acts?status_id=4');
  expect(toDoHref('executor', ['annulment_requested'])).toBe('/lk/executor/acts?status_id=7&waiting=true');
  expect(toSignHref('executor')).toBe('/lk/executor/acts?status_id=2&status_id=3');
});

it('leads to what is paid, without what takes money back', () => {
  expect(toPayHref()).toBe('/lk/business/acts?status_id=5&amount_from=0.01');
  expect(comingHref()).toBe(
    '/lk/executor/acts?status_id=4&status_id=5&status_id=9&amount_from=0.01&sort_by=act_date&sort_order=asc',
  );
});

it('leaves out what is not asked for', () => {
  expect(actsHref('business', [])).toBe('/lk/business/acts');
  expect(actsHref('business', ['paid'], ['2026-02-01', '2026-02-28'])).toBe(
    '/lk/business/acts?status_id=10&date_from=2026-02-01&date_to=2026-02-28',
  );
});

it.each([
  ['2026-02-28', '2026-02-01', '2026-02-28'],
  ['2028-02-10', '2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['2026-04-01', '2026-04-01', '2026-04-30'],
])('knows the month of %s', (date, first, last) => {
  expect(monthOf(date)).toEqual([first, last]);
});
