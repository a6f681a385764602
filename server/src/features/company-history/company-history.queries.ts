import type { CompanyDeedKind } from '@kelisim/shared/features/companies/companies.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';

export type Fields = Record<string, string | null>;

export interface CompanyDeed {
  company_id: number;
  user_id: number;
  ip?: string | null;
  /** Of a program that did it. */
  key?: CompanyActor['key'];
  action: CompanyDeedKind;
  requisite_id?: number;
  before: Fields;
  after: Fields;
}

export async function addDeedRow(
  tx: Tx,
  { before, after, ip = null, key = null, ...deed }: CompanyDeed,
): Promise<number> {
  return idOf(
    tx
      .insertInto('company_history')
      .values({
        ...deed,
        ip,
        api_key_id: key?.id ?? null,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .returning('id'),
  );
}

/** Who did it, and of which company, for the message that tells of it. */
export function getDeedWords(tx: Tx, { company_id, user_id }: Pick<CompanyDeed, 'company_id' | 'user_id'>) {
  return tx
    .selectFrom('companies as c')
    .innerJoin('users as u', (join) => join.on('u.id', '=', user_id))
    .select(['u.full_name', 'c.name as company_name', 'c.role'])
    .where('c.id', '=', company_id)
    .executeTakeFirstOrThrow();
}

export async function listCompanyDeeds(db: Handle, company_id: number, page: Page) {
  const found = db
    .selectFrom('company_history as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .leftJoin('api_keys as k', 'k.id', 'h.api_key_id')
    .select(['h.id', 'h.action', 'h.user_id', 'u.full_name', 'h.before', 'h.after', 'h.created_at'])
    .select('k.name as api_key')
    .where('h.company_id', '=', company_id);
  return pageOfFound(db, found, found.orderBy('h.id', 'desc'), page);
}
