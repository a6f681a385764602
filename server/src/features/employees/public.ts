import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { endMembership, handOverExecutors } from './employees.queries.ts';

export { inviteEmployee } from './invite-employee.ts';

/** Removes a user from every company at once; their executors go to the head of each company. */
export async function leaveCompanies(tx: Tx, user_id: number): Promise<void> {
  const companies = await tx
    .selectFrom('memberships')
    .select('company_id')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy('company_id')
    .execute();
  for (const { company_id } of companies) {
    await endMembership(tx, company_id, user_id);
    await handOverExecutors(tx, company_id, user_id);
  }
}

/** A person of the company gets another place in it: head, or employee without rights. */
export async function setPlace(
  tx: Tx,
  company_id: number,
  user_id: number,
  role_id: 1 | 2,
): Promise<boolean> {
  const row = await tx
    .updateTable('memberships')
    .set({ role_id, rights: sql`'{}'`, deputy_from: null, deputy_until: null })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
