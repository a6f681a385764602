import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/exports.ts';
import kzOrders from '@kelisim/shared/texts/kz/payment-orders.ts';
import ru from '@kelisim/shared/texts/ru/exports.ts';
import ruOrders from '@kelisim/shared/texts/ru/payment-orders.ts';
import kzStandings from '@kelisim/shared/texts/kz/standings.ts';
import ruStandings from '@kelisim/shared/texts/ru/standings.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { ALL_ROWS, makeListSheet } from '../../platform/make-list-sheet.ts';
import type { Parts } from '../../parts.ts';
import { listCosts } from '../taxes/public.ts';
import { listOrders, type OrderFilter } from './orders.queries.ts';

const texts = { ru, kz };
const costsWords = { ru: ruStandings.costs_are, kz: kzStandings.costs_are };
const states = { ru: ruOrders.state, kz: kzOrders.state };

/** The orders of a filter as a spreadsheet. */
export async function exportOrders(
  parts: Parts,
  company_id: number,
  filter: OrderFilter,
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const { rows } = await listOrders(parts.db, company_id, filter, ALL_ROWS, locale);
  const costs = await listCosts(
    parts.db,
    company_id,
    rows.flatMap(({ act_id }) => act_id ?? []),
  );
  const costsOf = (act_id: number | null) => (act_id === null ? null : (costs.get(act_id)?.costs ?? null));
  return makeListSheet(
    parts.spreadsheet,
    t.orders,
    [
      { header: t.number, width: 12, kind: 'text', of: (row) => String(row.number ?? row.id) },
      { header: t.date, width: 12, kind: 'date', of: (row) => almatyDate(row.created_at) },
      { header: t.state, width: 24, kind: 'text', of: (row) => states[locale][row.status] },
      { header: t.payee, width: 34, kind: 'text', of: (row) => row.payee_name },
      { header: t.bin, width: 16, kind: 'text', of: (row) => row.payee_bin },
      { header: t.iban, width: 24, kind: 'text', of: (row) => row.payee_iban },
      { header: t.bic, width: 12, kind: 'text', of: (row) => row.payee_bic },
      { header: t.amount, width: 16, kind: 'money', of: (row) => formatMoney(row.amount_tiyn) },
      { header: t.settled, width: 16, kind: 'money', of: (row) => formatMoney(row.settled_tiyn) },
      { header: t.bank_day, width: 12, kind: 'date', of: (row) => row.settled_on },
      { header: t.knp, width: 8, kind: 'text', of: (row) => row.knp },
      { header: t.purpose, width: 60, kind: 'text', of: (row) => row.purpose },
      { header: t.act, width: 14, kind: 'text', of: (row) => `${row.act_number}/${row.act_year}` },
      {
        header: t.costs,
        width: 26,
        kind: 'text',
        of: (row) => {
          const of = costsOf(row.act_id);
          return of && costsWords[locale][of];
        },
      },
      { header: t.reason, width: 30, kind: 'text', of: (row) => row.reason },
    ],
    rows,
  );
}
