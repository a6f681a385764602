import { calls, type CallName, type Calls } from '@kelisim/shared/calls.ts';
import type { Access, Call } from '@kelisim/shared/kernel/call.ts';
import { actsCases } from './access/acts.ts';
import { administrationCases } from './access/administration.ts';
import { agreementCases } from './access/agreement.ts';
import { apiKeysCases } from './access/api-keys.ts';
import { authCases } from './access/auth.ts';
import { bankingCases } from './access/banking.ts';
import { binCases } from './access/bin.ts';
import { bookkeepingCases } from './access/bookkeeping.ts';
import { companiesCases } from './access/companies.ts';
import { consultationCases } from './access/consultation.ts';
import { documentsCases } from './access/documents.ts';
import { employeesCases } from './access/employees.ts';
import { esfCases } from './access/esf.ts';
import { executorsCases } from './access/executors.ts';
import { integrationsCases } from './access/integrations.ts';
import { invitationsCases } from './access/invitations.ts';
import { jobsCases } from './access/jobs.ts';
import { listsCases } from './access/lists.ts';
import { keyStoreCases } from './access/key-store.ts';
import { messagesCases } from './access/messages.ts';
import { monthPackageCases } from './access/month-package.ts';
import { noticesCases } from './access/notices.ts';
import { obligationsCases } from './access/obligations.ts';
import { paymentsCases } from './access/payments.ts';
import { qrSigningCases } from './access/qr-signing.ts';
import { reconciliationsCases } from './access/reconciliations.ts';
import { registrationCases } from './access/registration.ts';
import { sandboxCases } from './access/sandbox.ts';
import { searchCases } from './access/search.ts';
import { signingCases } from './access/signing.ts';
import { supportCases } from './access/support.ts';
import { tariffCases } from './access/tariff.ts';
import { taxesCases } from './access/taxes.ts';
import { templatesCases } from './access/templates.ts';
import { usersCases } from './access/users.ts';
import { webhooksCases } from './access/webhooks.ts';
import type { Asker, Case, Cases, Expected } from './access/access.ts';

type SignedInRow = Record<Asker, Expected> & Omit<Case, 'answers'>;
/** A call that names a thing in its path: the table needs one of its own, and the compiler asks for it. */
type CallOfThing = {
  [Name in CallName]: Calls[Name] extends { params: object } | { body: object } ? Name : never;
}[CallName];
/** A call for everybody. */
type PublicRow = { everybody: Expected } & { given: Case['given'] | undefined };

const ADMITTED: Record<Exclude<Access['who'], 'public'>, readonly Asker[]> = {
  person: ['director', 'employee', 'executor', 'admin'],
  user: ['director', 'employee', 'executor'],
  business: ['director', 'employee'],
  executor: ['executor'],
  platform: ['admin'],
};

function rowOf(
  { access, scope, sandbox }: Call,
  { answers = 200, ...rest }: Case = {},
): SignedInRow | PublicRow {
  const answer = (asker: Asker) => (typeof answers === 'object' ? (answers[asker] ?? 200) : answers);
  if (access.who === 'public') return { everybody: answer('director'), given: rest.given };
  const needs_right = 'right' in access || 'director' in access;
  const admitted = ADMITTED[access.who].filter((asker) => asker !== 'employee' || !needs_right);
  const row = { director: 403, employee: 403, executor: 403, admin: 403, key: 403, ...rest } as SignedInRow;
  for (const asker of admitted) row[asker] = answer(asker);
  if (scope || sandbox === 'stand')
    row.key = typeof answers === 'object' ? (answers.key ?? row.director) : row.director;
  return row;
}

const cases: Cases & Record<CallOfThing, Case> = {
  ...actsCases,
  ...administrationCases,
  ...agreementCases,
  ...apiKeysCases,
  ...authCases,
  ...bankingCases,
  ...bookkeepingCases,
  ...companiesCases,
  ...consultationCases,
  ...documentsCases,
  ...employeesCases,
  ...esfCases,
  ...executorsCases,
  ...integrationsCases,
  ...invitationsCases,
  ...jobsCases,
  ...listsCases,
  ...keyStoreCases,
  ...messagesCases,
  ...monthPackageCases,
  ...noticesCases,
  ...obligationsCases,
  ...paymentsCases,
  ...qrSigningCases,
  ...reconciliationsCases,
  ...registrationCases,
  ...sandboxCases,
  ...searchCases,
  ...signingCases,
  ...supportCases,
  ...tariffCases,
  ...taxesCases,
  ...templatesCases,
  ...binCases,
  ...usersCases,
  ...webhooksCases,
};

/**
 * What every call of the product answers to whom, by `access` of its contract and its case. A changed `access` shows in
 * docs/openapi.json, which names it for each call.
 */
export const accessTable = Object.fromEntries(
  (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => [name, rowOf(call, cases[name])]),
) as Record<CallName, SignedInRow | PublicRow>;
