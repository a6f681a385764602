import type { Obligations } from '@kelisim/shared/features/obligations/obligations.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sumOf, type GatheredMonth, type PersonOfMonth } from './gather-month.ts';

export function toObligations(month: string, found: GatheredMonth): Obligations {
  return {
    month,
    is_closed: found.is_frozen,
    due_on: found.due_on,
    is_past_due: found.is_past_due,
    items: found.items
      .filter(isShown)
      .map(({ kind, amount_tiyn, people, payee, state, paid_tiyn, paid_on, told, returned }) => ({
        kind,
        amount: formatMoney(amount_tiyn),
        people,
        payee: payee && withoutKind(payee),
        state,
        paid: formatMoney(paid_tiyn),
        paid_on,
        told: told.map((row) => ({
          paid_on: row.paid_on,
          amount: formatMoney(row.amount_tiyn),
          told_by: row.told_by,
          told_at: row.told_at.toISOString(),
          operation_id: row.operation_id,
          person: row.person,
        })),
        returned: returned.map(({ person, amount_tiyn: back_tiyn, returned_on }) => ({
          person,
          amount: formatMoney(back_tiyn),
          returned_on,
        })),
      })),
    people: found.people.map((person) => ({
      executor_company_id: person.id,
      name: person.name,
      iin: person.iin,
      lacks: person.lacks,
      ...showSums(person),
    })),
    total: formatMoney(found.people.reduce((sum, person) => sum + sumOf(person), 0n)),
  };
}

/** Most companies never withhold of the self-employed. */
const isShown = ({ kind, amount_tiyn, told }: GatheredMonth['items'][number]) =>
  kind !== 'self_employed' || amount_tiyn !== 0n || told.length > 0;

const withoutKind = ({
  kind: _kind,
  list_letter: _letter,
  entered,
  ...payee
}: NonNullable<GatheredMonth['items'][number]['payee']>) => ({
  ...payee,
  entered: entered && {
    by: entered.entered_by,
    at: entered.entered_at.toISOString(),
    valid_from: entered.valid_from,
    bank_id: entered.bank_id,
  },
});

export const showSums = ({ sums }: Pick<PersonOfMonth, 'sums'>) => ({
  opv: formatMoney(sums.opv),
  vosms: formatMoney(sums.vosms),
  so: formatMoney(sums.so),
  ipn: formatMoney(sums.ipn),
  self_employed: formatMoney(sums.self_employed),
  total: formatMoney(sumOf({ sums })),
});
