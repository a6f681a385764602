import { USUAL_REMINDERS } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { isQuiet, quietUntil } from '../notices/public.ts';
import { listToRemind, markReminded } from './reconciliations.queries.ts';
import { tellSide } from './tell-side.ts';

const AT_ONCE = 200;

/** Reminds of one that is not answered, unless its executor was told of it today already. */
async function remindOne(
  parts: Parts,
  tx: Tx,
  company_id: number,
  id: number,
  not_before: Date | null,
): Promise<boolean> {
  const now = parts.clock.now();
  const found = await markReminded(tx, company_id, id, now);
  if (!found) return false;
  await tellSide(parts, tx, found, 'executor', { once: now.toISOString(), not_before });
  return true;
}

/** What a company asks for by hand. Answers how many were reminded. */
export async function remindMany(parts: Parts, company_id: number, ids: readonly number[]): Promise<number> {
  let reminded = 0;
  const later = quietUntil(parts.clock.now());
  for (const id of ids)
    if (await parts.db.transaction().execute((tx) => remindOne(parts, tx, company_id, id, later)))
      reminded += 1;
  return reminded;
}

/** Reminds by the rule that the company has for signatures. */
export async function remindDue(parts: Parts): Promise<void> {
  const now = parts.clock.now();
  if (isQuiet(now)) return;
  const due = await listToRemind(parts.db, USUAL_REMINDERS, now, AT_ONCE);
  await eachJob(parts, 'reconciliations.remind', due, ({ id, company_id }) =>
    parts.db.transaction().execute((tx) => remindOne(parts, tx, company_id, id, null)),
  );
}
