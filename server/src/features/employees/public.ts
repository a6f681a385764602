import type { Tx } from '../../platform/db/database.ts';
import { endMembership, handOverExecutors, listCompaniesOf } from './employees.queries.ts';

export { setPlace } from './employees.queries.ts';
export { inviteEmployee } from './invite-employee.ts';

/** Removes a user from every company at once; their executors go to the head of each company. */
export async function leaveCompanies(tx: Tx, user_id: number): Promise<void> {
  for (const { company_id } of await listCompaniesOf(tx, user_id)) {
    await endMembership(tx, company_id, user_id);
    await handOverExecutors(tx, company_id, user_id);
  }
}
