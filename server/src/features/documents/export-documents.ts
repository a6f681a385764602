import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kzBalances from '@kelisim/shared/texts/kz/balances.ts';
import kz from '@kelisim/shared/texts/kz/exports.ts';
import ruBalances from '@kelisim/shared/texts/ru/balances.ts';
import ru from '@kelisim/shared/texts/ru/exports.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { ALL_ROWS, makeListSheet } from '../../platform/make-list-sheet.ts';
import type { Parts } from '../../parts.ts';
import { listContractBalances, NO_BALANCE, toBalance } from '../statistics/public.ts';
import {
  listDocumentRows,
  listFrozenNames,
  type DocumentFilter,
  type DocumentSort,
} from './documents.queries.ts';
import { documentStatusView, documentTypeView } from './documents.view.ts';

const texts = { ru: { ...ru, balances: ruBalances }, kz: { ...kz, balances: kzBalances } };
const PARTS = ['accrued', 'withheld', 'paid', 'under_way', 'to_pay', 'opening_due', 'to_return'] as const;

/** The contracts of a filter, with what was accrued and paid by each, as a spreadsheet. */
export async function exportDocuments(
  parts: Parts,
  actor: CompanyActor,
  filter: DocumentFilter,
  order: { by: DocumentSort; order: 'asc' | 'desc' },
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const { rows } = await listDocumentRows(parts.db, actor, filter, order, ALL_ROWS);
  const balances = await listContractBalances(parts.db, actor);
  const names = await listFrozenNames(
    parts.db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    ...row,
    company_name: names.get(row.id)?.company ?? row.company_name,
    contractor_name: names.get(row.id)?.contractor ?? row.contractor_name,
    balance: toBalance(balances.get(row.id) ?? NO_BALANCE),
  }));
  const business = actor.role === 'business';
  return makeListSheet(
    parts.spreadsheet,
    t.contracts,
    [
      { header: t.number, width: 14, kind: 'text', of: (row) => String(row.number) },
      { header: t.date, width: 12, kind: 'date', of: (row) => row.date },
      { header: t.title, width: 44, kind: 'text', of: (row) => row.title },
      { header: t.type, width: 26, kind: 'text', of: (row) => documentTypeView(row.type, locale).name },
      { header: t.state, width: 24, kind: 'text', of: (row) => documentStatusView(row.status, locale).name },
      {
        header: business ? t.executor : t.customer,
        width: 34,
        kind: 'text',
        of: (row) => (business ? row.contractor_name : row.company_name),
      },
      {
        header: t.bin,
        width: 16,
        kind: 'text',
        of: (row) => (business ? row.contractor_bin : row.company_bin),
      },
      { header: t.start, width: 12, kind: 'date', of: (row) => row.start_date },
      { header: t.end, width: 12, kind: 'date', of: (row) => row.end_date },
      ...PARTS.map((part) => ({
        header: t.balances[part],
        width: 16,
        kind: 'money' as const,
        of: (row: (typeof items)[number]) => row.balance[part],
      })),
    ],
    items,
  );
}
