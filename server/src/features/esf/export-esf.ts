import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kzEsf from '@kelisim/shared/texts/kz/esf.ts';
import kz from '@kelisim/shared/texts/kz/exports.ts';
import ruEsf from '@kelisim/shared/texts/ru/esf.ts';
import ru from '@kelisim/shared/texts/ru/exports.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { ALL_ROWS, makeListSheet } from '../../platform/make-list-sheet.ts';
import type { Parts } from '../../parts.ts';
import { listEsf, listFrozenNames } from './esf.queries.ts';

const texts = { ru: { ...ru, esf: ruEsf }, kz: { ...kz, esf: kzEsf } };

/** The electronic invoices and acts of a filter as a spreadsheet. */
export async function exportEsf(
  parts: Parts,
  actor: CompanyActor,
  filter: Parameters<typeof listEsf>[2],
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const { rows } = await listEsf(parts.db, actor, filter, ALL_ROWS);
  const names = await listFrozenNames(
    parts.db,
    rows.map(({ id }) => id),
  );
  return makeListSheet(
    parts.spreadsheet,
    t.invoices,
    [
      { header: t.type, width: 20, kind: 'text', of: (row) => t.esf.kind[row.kind] },
      { header: t.number, width: 16, kind: 'text', of: (row) => row.number },
      { header: t.date, width: 12, kind: 'date', of: (row) => row.issued_on },
      { header: t.state, width: 24, kind: 'text', of: (row) => t.esf.status[row.status] },
      { header: t.registration, width: 40, kind: 'text', of: (row) => row.registration_number },
      { header: t.act, width: 14, kind: 'text', of: (row) => `${row.act_number}/${row.act_year}` },
      {
        header: t.seller,
        width: 34,
        kind: 'text',
        of: (row) => names.get(row.id)?.seller ?? row.seller_name,
      },
      {
        header: t.customer,
        width: 34,
        kind: 'text',
        of: (row) => names.get(row.id)?.customer ?? row.customer_name,
      },
      { header: t.amount, width: 16, kind: 'money', of: (row) => formatMoney(row.amount_tiyn) },
    ],
    rows,
  );
}
