import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kzBalances from '@kelisim/shared/texts/kz/balances.ts';
import kzStandings from '@kelisim/shared/texts/kz/standings.ts';
import kzExecutors from '@kelisim/shared/texts/kz/executors.ts';
import kz from '@kelisim/shared/texts/kz/exports.ts';
import ruBalances from '@kelisim/shared/texts/ru/balances.ts';
import ruStandings from '@kelisim/shared/texts/ru/standings.ts';
import ruExecutors from '@kelisim/shared/texts/ru/executors.ts';
import ru from '@kelisim/shared/texts/ru/exports.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { ALL_ROWS, makeListSheet } from '../../platform/make-list-sheet.ts';
import type { Parts } from '../../parts.ts';
import { listExecutorBalances, NO_BALANCE, toBalance } from '../statistics/public.ts';
import { listSuppliers } from '../taxes/public.ts';
import { listExecutors, type ExecutorFilter, type ExecutorSort } from './executors.queries.ts';
import { toExecutorItems } from './executors.view.ts';

const texts = {
  ru: { ...ru, balances: ruBalances, states: ruExecutors.state, standings: ruStandings },
  kz: { ...kz, balances: kzBalances, states: kzExecutors.state, standings: kzStandings },
};
const PARTS = [
  'accrued',
  'withheld',
  'paid',
  'under_way',
  'to_pay',
  'opening_due',
  'to_return',
  'advance',
] as const;

/** The executors of a filter with their whole balances as a spreadsheet. */
export async function exportExecutors(
  parts: Parts,
  actor: CompanyActor,
  /** Null: of another company, which has none here. */
  filter: ExecutorFilter | null,
  order: { by: ExecutorSort; order: 'asc' | 'desc' },
  locale: Locale,
): Promise<FileReply> {
  const { company_id } = actor;
  const t = texts[locale];
  const rows = filter ? (await listExecutors(parts.db, company_id, filter, order, ALL_ROWS)).rows : [];
  const suppliers = await listSuppliers(
    parts.db,
    company_id,
    rows.map((row) => row.executor_company_id),
    almatyDate(parts.clock.now()),
  );
  const balances = await listExecutorBalances(parts.db, { company_id });
  const items = (await toExecutorItems(parts.db, actor, rows)).map((item) => ({
    ...item,
    supplier: suppliers.get(item.executor_company_id)!,
    balance: toBalance(balances.get(item.executor_company_id) ?? NO_BALANCE),
  }));
  return makeListSheet(
    parts.spreadsheet,
    t.executors,
    [
      { header: t.executor, width: 40, kind: 'text', of: (item) => item.company_name },
      { header: t.bin, width: 16, kind: 'text', of: (item) => item.bin },
      { header: t.phone, width: 16, kind: 'text', of: (item) => item.phone },
      { header: t.state, width: 20, kind: 'text', of: (item) => t.states[item.status] },
      { header: t.contract_until, width: 14, kind: 'date', of: (item) => item.contract_valid_until },
      { header: t.responsible, width: 30, kind: 'text', of: (item) => item.responsible?.full_name ?? null },
      { header: t.supplier_on, width: 14, kind: 'date', of: ({ supplier }) => supplier.day },
      {
        header: t.standing,
        width: 30,
        kind: 'text',
        of: ({ supplier }) => supplier.standing && t.standings.standing[supplier.standing],
      },
      {
        header: t.regime,
        width: 24,
        kind: 'text',
        of: ({ supplier }) => supplier.tax_regime && t.standings.regimes[supplier.tax_regime],
      },
      {
        header: t.vat_rate,
        width: 10,
        kind: 'text',
        of: ({ supplier }) => (supplier.vat_rate === null ? null : `${supplier.vat_rate} %`),
      },
      {
        header: t.costs,
        width: 26,
        kind: 'text',
        of: ({ supplier }) => supplier.costs && t.standings.costs_are[supplier.costs],
      },
      ...PARTS.map((part) => ({
        header: t.balances[part],
        width: 16,
        kind: 'money' as const,
        of: (item: (typeof items)[number]) => item.balance[part],
      })),
    ],
    items,
  );
}
