import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';

export interface Vat {
  /** Percent. */
  rate: number;
  certificate_series: string;
  certificate_number: string;
}

export interface VatChange {
  valid_from: string;
  vat: Vat | null;
}

/** From when a company pays VAT, at which rate, and from when it pays none; the latest change first. */
export async function listVatChanges(db: Handle, company_id: number): Promise<VatChange[]> {
  const rows = await db
    .selectFrom('company_vat')
    .selectAll()
    .where('company_id', '=', company_id)
    .orderBy('valid_from', 'desc')
    .execute();
  return rows.map(({ valid_from, rate, certificate_series, certificate_number }) => ({
    valid_from,
    vat:
      rate === null
        ? null
        : { rate, certificate_series: certificate_series!, certificate_number: certificate_number! },
  }));
}

/** By which rate and certificate a company pays VAT on a day; null when it pays none. */
export async function findVat(db: Handle, company_id: number, day: string): Promise<Vat | null> {
  const changes = await listVatChanges(db, company_id);
  return changes.find(({ valid_from }) => valid_from <= day)?.vat ?? null;
}

/** Percent by which a company pays VAT on a day, as a column of other queries; null when it pays none. */
export const vatRateOn = (company_id: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql<number | null>`(
  select v.rate from company_vat v where v.company_id = ${company_id} and v.valid_from <= ${day}
  order by v.valid_from desc limit 1)`;

/** By which rate each company pays VAT on a day of its own; who pays none is left out. */
export async function listVatRatesOn(
  db: Handle,
  of: readonly (readonly [company_id: number, day: string])[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ company_id: number; rate: number | null }>`
    select distinct on (v.company_id) v.company_id, v.rate
    from unnest(${of.map(([id]) => id)}::bigint[], ${of.map(([, day]) => day)}::date[]) d (company_id, day)
    join company_vat v on v.company_id = d.company_id and v.valid_from <= d.day
    order by v.company_id, v.valid_from desc`.execute(db);
  return new Map(rows.flatMap(({ company_id, rate }) => (rate === null ? [] : [[company_id, rate]])));
}

/** The rates that the law knows on a day, the usual one first. */
export async function listVatRates(db: Handle, day: string): Promise<number[]> {
  const rows = await listAllVatRates(db);
  return rows
    .filter((row) => row.valid_from <= day && (row.valid_until === null || day <= row.valid_until))
    .map((row) => row.rate);
}

/** Each with the days between which it holds, the highest first. */
export function listAllVatRates(db: Handle) {
  return db
    .selectFrom('vat_rates')
    .select(['rate', 'valid_from', 'valid_until'])
    .orderBy('rate', 'desc')
    .orderBy('valid_from', 'desc')
    .execute();
}

/** Of the same day the last word counts. */
export async function keepVat(
  db: Handle,
  by: { company_id: number; user_id: number },
  { valid_from, vat }: VatChange,
): Promise<void> {
  const row = {
    rate: vat?.rate ?? null,
    certificate_series: vat?.certificate_series ?? null,
    certificate_number: vat?.certificate_number ?? null,
    updated_by: by.user_id,
  };
  await db
    .insertInto('company_vat')
    .values({ company_id: by.company_id, valid_from, ...row })
    .onConflict((oc) =>
      oc.columns(['company_id', 'valid_from']).doUpdateSet({ ...row, updated_at: sql`now()` }),
    )
    .execute();
}

const SIGNED = [...BOTH_SIGNED, 'signed_by_business', 'signed_by_executor'] as const;

/** Signed acts of the seller in the days that the change is about, with another rate than it gives. */
export async function signedOtherwise(tx: Tx, company_id: number, { valid_from, vat }: VatChange) {
  const next = (await listVatChanges(tx, company_id)).findLast((one) => one.valid_from > valid_from);
  let query = tx
    .selectFrom('acts')
    .select(sql<number>`count(*)::int`.as('acts'))
    .select(sql<string | null>`max(end_date)`.as('last'))
    .where('contractor_company_id', '=', company_id)
    .where('status', 'in', [...SIGNED])
    .where('deleted_at', 'is', null)
    .where('end_date', '>=', valid_from)
    .where('vat_rate', 'is distinct from', vat?.rate ?? null);
  if (next) query = query.where('end_date', '<', next.valid_from);
  return query.executeTakeFirstOrThrow();
}
