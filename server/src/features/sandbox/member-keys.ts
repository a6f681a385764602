import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inventIin, issueKeyTo, type IssueKey } from './issue-key.ts';
import { addKeyFile, listWithoutKeys, type Membership } from './newcomers.queries.ts';

/**
 * Gives a key to members who have none: whoever registered or joined after the demo data were made. Before they have
 * signed once, an employee has no ИИН, and any is good.
 */
export async function giveKeys(
  { db, clock, issue }: { db: Database; clock: Clock; issue: IssueKey },
  of: Membership,
): Promise<void> {
  for (const member of await listWithoutKeys(db, of)) {
    const { user_id, company_id, full_name, company, bin } = member;
    const ofCompany = isBin(bin);
    const authority = member.role_id === ROLE_DIRECTOR ? 'head' : 'employee';
    const key = await issueKeyTo(
      { issue, clock },
      {
        iin: member.iin ?? inventIin(`${user_id}`),
        full_name,
        organization: ofCompany ? { name: company, bin } : null,
        rights: ofCompany
          ? [
              'organisation',
              authority,
              ...(member.rights.includes('sign') ? (['right_to_sign'] as const) : []),
            ]
          : ['person'],
      },
    );
    await addKeyFile(db, {
      ...key,
      user_id,
      company_id,
      algorithm: 'gost512',
      name: `GOST512 · ${full_name}`,
    });
  }
}
