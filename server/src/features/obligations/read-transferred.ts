import type { Transferred } from '@kelisim/shared/features/obligations/obligations.contract.ts';
import type { Parts } from '../../parts.ts';
import { gatherMonth } from './gather-month.ts';
import { listToldMonths } from './told.queries.ts';

/** Whether customers say that they transferred what they withheld of one executor; nothing of the others is told. */
export async function readTransferred(
  parts: Parts,
  executor_company_id: number,
  year: number,
): Promise<{ months: Transferred[] }> {
  const months: Transferred[] = [];
  for (const { company_id, month } of await listToldMonths(parts.db, executor_company_id, year)) {
    const { items, people } = await gatherMonth(parts, company_id, month);
    const own = people.find(({ id }) => id === executor_company_id);
    const kinds = items
      .filter(({ kind }) => own && own.sums[kind] > 0n)
      .map(({ kind, state, amount_tiyn, paid_tiyn, paid_on, returned }) => {
        // A part of the whole does not say whose it is, unless all that is missing came back of people who are named.
        const missing = returned.reduce((left, back) => left - back.amount_tiyn, amount_tiyn - paid_tiyn);
        const isOwn = ({ person }: (typeof returned)[number]) =>
          person === null || person.executor_company_id === executor_company_id;
        const is_paid = state === 'paid' || (missing === 0n && !returned.some(isOwn));
        return { kind, is_paid, paid_on: is_paid ? paid_on : null };
      });
    if (kinds.length > 0) months.push({ company_id, month, kinds });
  }
  return { months };
}
