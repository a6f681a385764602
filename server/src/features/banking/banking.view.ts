import type { Requisite } from '@kelisim/shared/features/banking/banking.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listRequisiteRows, type RequisiteRow } from './requisites.queries.ts';

export function toRequisite(row: RequisiteRow): Requisite {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

export async function listRequisites(db: Handle, company_id: number, locale: Locale): Promise<Requisite[]> {
  return (await listRequisiteRows(db, company_id, locale)).map(toRequisite);
}
