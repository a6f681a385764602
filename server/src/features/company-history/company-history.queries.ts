import type { COMPANY_DEEDS } from '@kelisim/shared/features/companies/companies.contract.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

type Fields = Record<string, string | null>;

export interface CompanyDeed {
  company_id: number;
  user_id: number;
  ip: string;
  action: (typeof COMPANY_DEEDS)[number];
  requisite_id?: number;
  before: Fields;
  after: Fields;
}

/** Writes down who changed what, the changed fields alone; false when nothing has changed. */
export async function noteCompanyDeed(tx: Tx, deed: CompanyDeed): Promise<boolean> {
  const { before, after } = changedFields(deed.before, deed.after);
  if (Object.keys(before).length + Object.keys(after).length === 0) return false;
  await tx
    .insertInto('company_history')
    .values({ ...deed, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
  return true;
}

function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = (one: Fields, other: Fields) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => value !== (other[name] ?? null)));
  return { before: changed(before, after), after: changed(after, before) };
}

export async function listCompanyDeeds(
  db: Handle,
  company_id: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const found = db
    .selectFrom('company_history as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.id', 'h.action', 'h.user_id', 'u.full_name', 'h.before', 'h.after', 'h.created_at'])
    .where('h.company_id', '=', company_id);
  const [rows, count] = await Promise.all([
    found.orderBy('h.id', 'desc').limit(limit).offset(offset).execute(),
    countRows(db, found),
  ]);
  return { rows, ...count };
}
