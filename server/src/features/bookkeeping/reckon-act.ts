import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { reckonPayments, type PaymentReckoned } from './withhold.ts';

/** What would be withheld of an act if it were paid today; nothing of one that takes money back. */
export async function reckonAct(
  { clock }: Pick<Parts, 'clock'>,
  db: Handle,
  act: { company_id: number; contractor_company_id: number; amount_tiyn: bigint },
): Promise<PaymentReckoned | undefined> {
  if (act.amount_tiyn <= 0n) return undefined;
  const day = almatyDate(clock.now());
  const payment = new Map([[act.contractor_company_id, act.amount_tiyn]]);
  return (await reckonPayments(db, { company_id: act.company_id, day }, payment)).get(
    act.contractor_company_id,
  );
}
