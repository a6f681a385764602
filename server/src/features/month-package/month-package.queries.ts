import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { OWED_KINDS, type LEDGER_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type { EsfKind, EsfStatus } from '@kelisim/shared/features/esf/esf-status.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { kindOrder, ledger } from '../bookkeeping/public.ts';

export interface Month {
  company_id: number;
  date_from: string;
  date_to: string;
}

export interface PackageAct {
  id: number;
  company_id: number;
  number: number;
  year: number;
  title: string;
  act_date: string;
  amount_tiyn: bigint;
  /** Null: without VAT, which is not VAT of nought. */
  vat_tiyn: bigint | null;
  frozen_file_id: number | null;
  contract_id: number;
  contract_number: string;
  executor: string;
  bin: string;
}

/** Those that both have signed; a state that a later payment changes is not read. */
export async function listMonthActs(
  db: Handle,
  { company_id, date_from, date_to }: Month,
): Promise<PackageAct[]> {
  const { rows } = await sql<PackageAct>`
    select a.id, a.company_id, a.number, a.year, a.title, a.act_date, a.amount_tiyn, a.vat_tiyn,
      a.frozen_file_id, a.contract_id, d.number as contract_number, x.bin,
      coalesce(frozen_name(a.company_id, x.id, a.act_date), x.name) as executor
    from acts a join companies x on x.id = a.contractor_company_id
    join documents d on d.company_id = a.company_id and d.id = a.contract_id
    where a.company_id = ${company_id} and a.deleted_at is null and a.status in (${sql.join(BOTH_SIGNED)})
      and a.act_date between ${date_from} and ${date_to}
    order by a.year, a.number, a.id`.execute(db);
  return rows;
}

export interface PackageContract {
  id: number;
  company_id: number;
  number: string;
  title: string;
  date: string;
  start_date: string;
  end_date: string;
  /** The one that both sign; of a contract signed elsewhere the one that was uploaded. */
  file_id: number;
  executor: string;
  bin: string;
}

/** Signed ones of the month, and those that its acts name. */
export async function listMonthContracts(
  db: Handle,
  { company_id, date_from, date_to }: Month,
  named: readonly number[],
): Promise<PackageContract[]> {
  const { rows } = await sql<PackageContract>`
    select d.id, d.company_id, d.number, d.title, d.date, d.start_date, d.end_date, f.id as file_id, x.bin,
      coalesce(frozen_name(d.company_id, x.id, ${date_to}), x.name) as executor
    from documents d join companies x on x.id = d.contractor_company_id
    join files f on f.company_id = d.company_id and f.id = coalesce(d.frozen_file_id, d.source_file_id)
    where d.company_id = ${company_id} and d.is_contract and (d.id = any(${[...named]}::bigint[])
      or d.date between ${date_from} and ${date_to} and d.status in ('signed', 'expired', 'terminated'))
    order by d.date, d.id`.execute(db);
  return rows;
}

export interface PackageInvoice {
  /** 0 for what was issued here, 1 for what ИС ЭСФ says of others. */
  source: number;
  id: number;
  kind: EsfKind;
  number: string | null;
  issued_on: string;
  turnover_on: string | null;
  status: EsfStatus;
  registration_number: string | null;
  amount_tiyn: bigint | null;
  xml: string;
  act: string | null;
  seller: string | null;
}

/** Of acts of the month, and inbound ones of its turnover; without those that were declined or taken back. */
export async function listMonthInvoices(
  db: Handle,
  { company_id, date_from, date_to }: Month,
  page: { after: { source: number; id: number }; limit: number },
): Promise<PackageInvoice[]> {
  const { rows } = await sql<PackageInvoice>`
    select * from (
      select 0 as source, e.id, e.kind, e.number, e.issued_on, e.turnover_on, e.status, e.registration_number,
        e.amount_tiyn, e.xml, a.number || '/' || a.year as act,
        coalesce(frozen_name(e.company_id, s.id, a.act_date), s.name) as seller
      from esf_documents e join acts a on a.company_id = e.company_id and a.id = e.act_id
      join companies s on s.id = e.seller_company_id
      where e.company_id = ${company_id} and e.status not in ('declined', 'revoked', 'cancelled')
        and a.act_date between ${date_from} and ${date_to}
      union all
      select 1, i.id, 'invoice', i.number, i.issued_on, i.turnover_on, i.status, i.registration_number,
        i.amount_tiyn, i.xml, a.number || '/' || a.year, i.seller_name
      from esf_inbound i left join acts a on a.company_id = i.company_id and a.id = i.act_id
      where i.company_id = ${company_id} and i.status = 'registered'
        and coalesce(a.act_date, i.turnover_on, i.issued_on) between ${date_from} and ${date_to}
        and not exists (select 1 from esf_documents e
          where e.company_id = i.company_id and e.registration_number = i.registration_number)
    ) v where (source, id) > (${page.after.source}::integer, ${page.after.id}::bigint)
    order by source, id limit ${page.limit}`.execute(db);
  return rows;
}

export interface PackagePayment {
  date: string;
  late_of: string | null;
  kind: (typeof LEDGER_KINDS)[number];
  /** Of the act; of an advance that of the bank's operation. */
  number: string;
  order_number: number | null;
  amount_tiyn: bigint;
  executor: string;
  bin: string;
  iban: string | null;
  bic: string | null;
  knp: string | null;
  purpose: string | null;
}

/** Money of the ledger by the bank's day; in a closed month as it was stored. */
export async function listMonthPayments(
  db: Handle,
  { company_id, date_from, date_to }: Month,
): Promise<PackagePayment[]> {
  const { rows } = await sql<PackagePayment>`
    select l.date, l.late_of, l.kind, l.number, l.order_number, l.amount_tiyn, x.bin,
      coalesce(frozen_name(${company_id}, x.id, l.date), x.name) as executor,
      o.payee_iban as iban, o.payee_bic as bic, o.knp, o.purpose
    from ${ledger({ company_id })} l join companies x on x.id = l.executor_company_id
    left join payment_orders o on o.company_id = ${company_id} and l.source = 'order ' || o.id
    where l.date between ${date_from} and ${date_to} and l.kind not in (${sql.join(OWED_KINDS)})
    order by l.date, l.order_number, l.source, ${kindOrder('l.kind')}, l.late_of`.execute(db);
  return rows;
}

export interface PackageReconciliation {
  id: number;
  company_id: number;
  document_id: number | null;
  frozen_file_id: number | null;
  date_from: string;
  date_to: string;
  executor: string;
  bin: string;
}

/** Those whose period ends in the month. */
export async function listMonthReconciliations(
  db: Handle,
  { company_id, date_from, date_to }: Month,
): Promise<PackageReconciliation[]> {
  const { rows } = await sql<PackageReconciliation>`
    select r.id, r.company_id, r.document_id, d.frozen_file_id, r.date_from, r.date_to, x.bin,
      coalesce(frozen_name(r.company_id, x.id, r.date_to), x.name) as executor
    from reconciliations r join companies x on x.id = r.executor_company_id
    left join documents d on d.company_id = r.company_id and d.id = r.document_id
    where r.company_id = ${company_id} and r.status <> 'withdrawn' and r.date_to between ${date_from} and ${date_to}
    order by r.date_to, r.id`.execute(db);
  return rows;
}
