import { auditLogIsSealed } from './audit-log-is-sealed.ts';
import { balancesAgree } from './balances-agree.ts';
import { bankHasOurOrders } from './bank-has-our-orders.ts';
import { closedMonthsAreTheirPayments } from './closed-months-are-their-payments.ts';
import { certificatesAreOne } from './certificates-are-one.ts';
import { feedsAreComplete } from './feeds-are-complete.ts';
import { filesAreWhole } from './files-are-whole.ts';
import { historyTellsState } from './history-tells-state.ts';
import type { Invariant } from './invariant.ts';
import { keysStayInTheirScopes } from './keys-stay-in-their-scopes.ts';
import { moneyAgreesWithTheBank } from './money-agrees-with-the-bank.ts';
import { numbersAreUnique } from './numbers-are-unique.ts';
import { ordersMatchActs } from './orders-match-acts.ts';
import { registrationsByTheTable } from './registrations-by-the-table.ts';
import { runsAreComplete } from './runs-are-complete.ts';
import { securityLogHolds } from './security-log-holds.ts';
import { signaturesVerify } from './signatures-verify.ts';
import { signedActsUnchanged } from './signed-acts-unchanged.ts';
import { statesHaveSignatures } from './states-have-signatures.ts';
import { sumsAddUp } from './sums-add-up.ts';
import { totalsAreCounted } from './totals-are-counted.ts';

export const allInvariants: readonly Invariant[] = [
  ordersMatchActs,
  moneyAgreesWithTheBank,
  balancesAgree,
  closedMonthsAreTheirPayments,
  certificatesAreOne,
  bankHasOurOrders,
  filesAreWhole,
  signaturesVerify,
  historyTellsState,
  feedsAreComplete,
  signedActsUnchanged,
  statesHaveSignatures,
  runsAreComplete,
  numbersAreUnique,
  registrationsByTheTable,
  sumsAddUp,
  totalsAreCounted,
  securityLogHolds,
  auditLogIsSealed,
  keysStayInTheirScopes,
];
