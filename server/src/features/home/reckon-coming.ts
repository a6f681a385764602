import type { Parts } from '../../parts.ts';
import { reckonAct } from '../bookkeeping/public.ts';
import { listComing, sumComing } from './home.queries.ts';

interface Sum {
  company_id: number;
  amount_tiyn: bigint;
  ordered_tiyn: bigint | null;
}

/**
 * What an executor is going to be paid, with what comes of it if it is paid today: of each act the same as behind its link,
 * and of all together by customer, since one month has one deduction. `net_tiyn` is null where nobody can say yet.
 */
export async function reckonComing(parts: Pick<Parts, 'db' | 'clock'>, contractor_company_id: number) {
  const { db } = parts;
  const netOf = async ({ company_id, amount_tiyn, ordered_tiyn }: Sum): Promise<bigint | null> => {
    if (ordered_tiyn !== null) return ordered_tiyn;
    const reckoned = await reckonAct(parts, db, { company_id, contractor_company_id, amount_tiyn });
    return reckoned && reckoned.waits === null ? reckoned.parts.net_tiyn : null;
  };
  const acts = [];
  for (const row of await listComing(db, contractor_company_id))
    acts.push({ ...row, net_tiyn: await netOf(row) });
  let net_tiyn = 0n;
  for (const { company_id, ordered_tiyn, open_tiyn } of await sumComing(db, contractor_company_id)) {
    const own = { company_id, amount_tiyn: open_tiyn, ordered_tiyn: null };
    net_tiyn += ordered_tiyn + (open_tiyn > 0n ? ((await netOf(own)) ?? open_tiyn) : 0n);
  }
  return { acts, net_tiyn };
}
