import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { LISTS, WAITING } from './lists-of-papers.ts';
import { getCompanyName, listReached } from './notices.queries.ts';
import { keepOverdue, listOverdueDays, type OverdueDay } from './overdue.queries.ts';
import { isQuiet } from './quiet-hours.ts';
import { getPaperNumber } from './reminders.queries.ts';
import { withoutLinks, type MakeSignLink } from './sign-link.ts';
import { tellPerson } from './tell-person.ts';
import { waitsOf } from './waits-of.ts';

const AT_ONCE = 200;

/**
 * Tells both sides once that the day to sign by has passed. That is all: an act is signed by its parties or not at all,
 * and silence accepts nothing.
 */
export async function tellOverdue(parts: Parts, signLink: MakeSignLink = withoutLinks): Promise<void> {
  const now = parts.clock.now();
  if (isQuiet(now)) return;
  for (const day of await listOverdueDays(parts.db, almatyDate(now), AT_ONCE))
    try {
      await tellDay(parts, day, now, signLink);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      parts.log.error({ event: 'overdue.failed', ...day, error: (error as Error).stack });
    }
}

async function tellDay(parts: Parts, day: OverdueDay, now: Date, signLink: MakeSignLink): Promise<void> {
  const { company_id, contractor_company_id } = day;
  await parts.db.transaction().execute(async (tx) => {
    const act_ids = await keepOverdue(tx, day, now, almatyDate(now));
    const [paper_id] = act_ids;
    if (paper_id === undefined) return;
    const paper = { paper: 'act', paper_id, word: 'act' } as const;
    const number = act_ids.length === 1 && { number: await getPaperNumber(tx, paper) };
    const sides = [
      { side: 'business', to: company_id, from: contractor_company_id, rights: ['sign', 'manage_acts'] },
      { side: 'executor', to: contractor_company_id, from: company_id, rights: ['sign'] },
    ] as const;
    for (const { side, to, from, rights } of sides) {
      const party = plainName(await getCompanyName(tx, from));
      for (const person of await listReached(tx, to, rights))
        await tellPerson(parts, tx, person, {
          kind: 'sign_overdue',
          company_id: to,
          words: { party, paper: 'act', date: formatDate(day.sign_by), ...number },
          count: act_ids.length,
          path: `/lk/${side}/${LISTS.act}${number ? `/${paper_id}` : WAITING}`,
          waits: waitsOf(
            side,
            'sign_overdue',
            act_ids.map((id) => ({ paper: 'act', paper_id: id })),
          ),
          once: `${company_id}:${paper_id}:${day.sign_by}`,
          ...(side === 'executor' && { sign_link: () => signLink(tx, { ...paper, company_id }, person.id) }),
        });
    }
  });
}
