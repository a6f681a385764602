import type { Parts } from '../../parts.ts';
import { reckonAct } from '../bookkeeping/public.ts';
import { listComing, sumComing } from './home.queries.ts';

/**
 * What an executor is going to be paid, with what comes of it if it is paid today. Acts of one customer are reckoned together,
 * since one month has one deduction: of each of several from which something is withheld `net_tiyn` is null, as it is where
 * nobody can say yet.
 */
export async function reckonComing(parts: Pick<Parts, 'db' | 'clock'>, contractor_company_id: number) {
  const { db } = parts;
  const comes = new Map<number, (amount_tiyn: bigint) => bigint | null>();
  let net_tiyn = 0n;
  for (const { company_id, ordered_tiyn, open_tiyn, refunded_tiyn, open_acts } of await sumComing(
    db,
    contractor_company_id,
  )) {
    const together = { company_id, contractor_company_id, amount_tiyn: open_tiyn, refunded_tiyn };
    const reckoned = await reckonAct(parts, db, together);
    const net = reckoned?.waits === null ? reckoned.parts.net_tiyn : null;
    net_tiyn += ordered_tiyn + (net ?? open_tiyn);
    comes.set(company_id, (amount) => (net === open_tiyn ? amount : open_acts === 1 ? net : null));
  }
  const acts = (await listComing(db, contractor_company_id)).map((act) => ({
    ...act,
    net_tiyn: act.ordered_tiyn ?? comes.get(act.company_id)?.(act.amount_tiyn) ?? null,
  }));
  return { acts, net_tiyn };
}
