import { QUIET_FROM } from '@kelisim/shared/features/notices/notices.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { getCompanyName, listReached } from './notices.queries.ts';
import { LISTS, WAITING } from './lists-of-papers.ts';
import { isQuiet } from './quiet-hours.ts';
import {
  getPaperNumber,
  keepReminders,
  listDuePairs,
  listExecutorNames,
  type Pair,
} from './reminders.queries.ts';
import { withoutLinks, type MakeSignLink } from './sign-link.ts';
import { tellPerson } from './tell-person.ts';
import { waitsOf } from './waits-of.ts';

const AT_ONCE = 200;

/**
 * Reminds who has not signed: one message of everything that is due from one company to another. The rows of the papers
 * are the right to send, written with the message: nobody is reminded twice by two servers, nor after a stop.
 */
export async function remindToSign(parts: Parts, signLink: MakeSignLink = withoutLinks): Promise<void> {
  if (isQuiet(parts.clock.now())) return;
  const pairs = await listDuePairs(parts.db, parts.clock.now(), AT_ONCE);
  for (const pair of pairs)
    try {
      await remindPair(parts, pair, signLink);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      parts.log.error({ event: 'reminder.failed', ...pair, error: (error as Error).stack });
    }
}

async function remindPair(parts: Parts, pair: Pair, signLink: MakeSignLink): Promise<void> {
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    const papers = await keepReminders(tx, pair, now);
    const [first] = papers;
    if (!first) return;
    const { company_id, to_company_id, to_side } = pair;
    const kinds = new Set(papers.map((paper) => paper.word));
    const word = kinds.size === 1 ? first.word : 'papers';
    const isOne = papers.length === 1;
    // What its executors have signed waits for a company's own signature; several of them are named together.
    const others =
      company_id === to_company_id
        ? await listExecutorNames(tx, company_id, papers)
        : [await getCompanyName(tx, company_id)];
    const party = others.length === 1 ? plainName(others[0]!) : '';
    const path = isOne
      ? `/lk/${to_side}/${first.paper === 'document' ? 'contracts' : 'acts'}/${first.paper_id}`
      : `/lk/${to_side}/${word === 'papers' ? 'acts' : LISTS[word]}${WAITING}`;
    const day = almatyDate(now);
    for (const person of await listReached(tx, to_company_id, ['sign']))
      await tellPerson(parts, tx, person, {
        kind: 'sign_reminder',
        company_id: to_company_id,
        words: {
          party,
          paper: word,
          ...(isOne && { number: await getPaperNumber(tx, first) }),
        },
        count: papers.length,
        path,
        waits: waitsOf(to_side, 'sign_reminder', papers),
        once: `${company_id}:${first.paper}:${first.paper_id}:${now.toISOString()}`,
        expires_at: new Date(`${day}T${QUIET_FROM}:00+05:00`),
        ...(to_side === 'executor' && { sign_link: () => signLink(tx, { ...first, company_id }, person.id) }),
      });
  });
}
