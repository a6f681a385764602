import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kzEsf from '@kelisim/shared/texts/kz/esf.ts';
import kz from '@kelisim/shared/texts/kz/exports.ts';
import ruEsf from '@kelisim/shared/texts/ru/esf.ts';
import ru from '@kelisim/shared/texts/ru/exports.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { ALL_ROWS, makeListSheet } from '../../platform/make-list-sheet.ts';
import type { Parts } from '../../parts.ts';
import { listInbound, type InboundFilter } from './inbound.queries.ts';

const texts = { ru: { ...ru, esf: ruEsf }, kz: { ...kz, esf: kzEsf } };

/** The inbound invoices of a filter as a table. */
export async function exportInbound(
  parts: Parts,
  company_id: number,
  { format, ...filter }: InboundFilter & { format: 'xlsx' | 'csv' },
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const { rows } = await listInbound(parts.db, company_id, filter, ALL_ROWS);
  const money = (tiyn: bigint | null) => (tiyn === null ? null : formatMoney(tiyn));
  return makeListSheet(
    parts.spreadsheet,
    t.esf.inbound.title,
    [
      { header: t.registration, width: 40, kind: 'text', of: (row) => row.registration_number },
      { header: t.number, width: 16, kind: 'text', of: (row) => row.number },
      { header: t.date, width: 12, kind: 'date', of: (row) => row.issued_on },
      { header: t.seller, width: 34, kind: 'text', of: (row) => row.seller_name },
      { header: t.bin, width: 16, kind: 'text', of: (row) => row.seller_tin },
      { header: t.state, width: 24, kind: 'text', of: (row) => t.esf.status[row.status] },
      { header: t.amount, width: 16, kind: 'money', of: (row) => money(row.amount_tiyn) },
      { header: t.esf.inbound.vat, width: 16, kind: 'money', of: (row) => money(row.vat_tiyn) },
      { header: t.esf.inbound.currency, width: 10, kind: 'text', of: (row) => row.currency },
      {
        header: t.act,
        width: 14,
        kind: 'text',
        of: (row) => (row.act_id === null ? null : `${row.act_number}/${row.act_year}`),
      },
      { header: t.esf.inbound.contract, width: 20, kind: 'text', of: (row) => row.contract_number },
      {
        header: t.esf.inbound.remark,
        width: 30,
        kind: 'text',
        of: (row) =>
          row.differs ? t.esf.inbound.differs : row.other_seller ? t.esf.inbound.other_seller : null,
      },
    ],
    rows,
    format,
  );
}
