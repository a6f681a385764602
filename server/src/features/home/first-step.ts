import type { FirstStep } from '@kelisim/shared/features/home/home.contract.ts';
import {
  ACT_STATUSES,
  pendingSignStatuses,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { StatusTotals } from '../statistics/public.ts';
import { listContractStates, hasLivingInvitation } from './home.queries.ts';

/** Whoever has more acts than these has found the way, and needs the counters of all of them. */
const MOST_ACTS = 5;

/** What the company does next on the way to its first paid act; null when it has been there. */
export async function findFirstStep(
  db: Handle,
  company_id: number,
  have: {
    acts: StatusTotals['of'];
    executor_first: boolean;
    annulments: number;
    executors: number;
  },
): Promise<FirstStep | null> {
  const { acts, executor_first, annulments, executors } = have;
  const some = (...statuses: readonly ActStatus[]) => acts(...statuses).count > 0;
  if (some('paid', 'returned') || annulments > 0 || acts(...ACT_STATUSES).count > MOST_ACTS) return null;
  if (some(...pendingSignStatuses('business', executor_first))) return 'sign_act';
  if (some('signed')) return 'pay_act';
  if (some('draft')) return 'send_act';
  if (some('paying')) return 'wait_payment';
  if (some('sent', 'signed_by_business')) return 'wait_act';
  const contracts = await listContractStates(db, company_id);
  if (contracts.has('signed') || contracts.has('signed_by_hand')) return 'make_act';
  if (contracts.has('sent') || contracts.has('signed_by_executor')) return 'sign_contract';
  if (contracts.has('signed_by_business')) return 'wait_contract';
  if (contracts.has('draft')) return 'send_contract';
  if (executors > 0) return 'make_contract';
  return (await hasLivingInvitation(db, company_id)) ? 'wait_executor' : 'invite';
}
