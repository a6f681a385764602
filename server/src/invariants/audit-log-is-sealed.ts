import { checkAuditChain } from '../features/security-log/public.ts';
import type { Invariant } from './invariant.ts';

const SAYS = {
  changed: 'was changed after it was sealed',
  missing: 'was sealed and is gone',
  seal: 'has a seal that does not follow from the one before it',
};

/** One chain over the whole log: also the last event of a person cannot be taken away unseen. */
export const auditLogIsSealed: Invariant = {
  id: 'I21',
  title: 'the log of security events is one chain of seals, and each event is as it was sealed',
  async check({ db }) {
    const { sealed, broken } = await checkAuditChain(db);
    return {
      checked: sealed,
      faults: broken.map(({ event_id, fault }) => `event ${event_id} ${SAYS[fault]}`),
    };
  },
};
