import { expectedPayment } from '@kelisim/shared/features/acts/expected-payment.ts';
import {
  ACT_STATUSES,
  COMING,
  pendingSignStatuses,
  TO_PAY,
} from '@kelisim/shared/features/acts/act-status.ts';
import { STEP_STATUSES, STEPS } from '@kelisim/shared/features/statistics/statistics-steps.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { isExecutorFirst } from '../acts/public.ts';
import { findActorOfRun, listMemberships } from '../auth/public.ts';
import { countCertificates } from '../bookkeeping/public.ts';
import { summariseOrders } from '../payments/public.ts';
import { countReconciliations } from '../reconciliations/public.ts';
import { sumByStatus } from '../statistics/public.ts';
import { findFirstStep } from './first-step.ts';
import {
  countAnnulmentsToAnswer,
  countContractsPendingSign,
  countExecutors,
  hasAccount,
  listAnswers,
  listEvents,
  listQuestions,
  listStuck,
  sumPaidThisMonth,
} from './home.queries.ts';
import { reckonComing } from './reckon-coming.ts';

const states = { ru, kz };

const QUESTIONS_SHOWN = 5;

export function homeRoutes(parts: Parts): Pick<Handlers, 'home.analytics' | 'home.companies_to_sign'> {
  return {
    'home.analytics': ({ actor, locale }) =>
      actor.role === 'business' ? businessHome(parts, actor, locale) : executorHome(parts, actor),
    'home.companies_to_sign': ({ actor }) => companiesToSign(parts, actor.user_id),
  };
}

/** Of each company by itself, with the rights that the person has there now. */
async function companiesToSign({ db, clock }: Parts, user_id: number) {
  const month = almatyDate(clock.now()).slice(0, 7);
  const found = [];
  for (const { id, name, name_kz } of await listMemberships(db, user_id)) {
    const run = { user_id, company_id: id, session_id: null };
    const actor = await db.transaction().execute((tx) => findActorOfRun(tx, run));
    if (!mayDo(actor, 'sign')) continue;
    const statuses = pendingSignStatuses(actor.role, await isExecutorFirst(db, id));
    const { count, sum_tiyn } = (await sumByStatus(db, actor, month)).of(...statuses);
    if (count > 0) found.push({ id, name, name_kz, role: actor.role, count, amount: formatMoney(sum_tiyn) });
  }
  return found;
}

/** Of more acts the list tells. */
const REASONS_SHOWN = 3;

async function businessHome({ db, clock }: Parts, actor: CompanyActor, locale: Locale) {
  const month = almatyDate(clock.now()).slice(0, 7);
  const [
    acts,
    annulments,
    executor_first,
    contracts,
    executors,
    stuck,
    events,
    sides,
    certificates,
    questions,
    orders,
    answers,
  ] = await Promise.all([
    sumByStatus(db, actor, month),
    countAnnulmentsToAnswer(db, actor),
    isExecutorFirst(db, actor.company_id),
    countContractsPendingSign(db, actor),
    countExecutors(db, actor.company_id),
    listStuck(db, actor.company_id),
    listEvents(db, actor),
    countReconciliations(db, actor),
    countCertificates(db, actor.company_id),
    listQuestions(db, actor.company_id, QUESTIONS_SHOWN),
    mayDo(actor, 'pay') ? summariseOrders(db, actor.company_id) : null,
    listAnswers(db, actor.company_id, REASONS_SHOWN),
  ]);
  const to_sign = acts.of(...pendingSignStatuses('business', executor_first));
  const to_pay = acts.open(...TO_PAY);
  const first_step = await findFirstStep(db, actor.company_id, {
    acts: acts.of,
    executor_first,
    annulments,
    executors: executors.active,
  });
  return {
    role: 'business' as const,
    acts_pending_sign: to_sign.count,
    acts_pending_sign_amount: formatMoney(to_sign.sum_tiyn),
    acts_to_pay: to_pay.count,
    acts_total_amount_to_pay: formatMoney(to_pay.sum_tiyn),
    acts_annulment_requested: annulments,
    acts_returned: acts.of('returned').count,
    reasons: answers.map(({ id, number, year, name, reason }) => ({
      act_id: id,
      number: `${number}/${year}`,
      party: name,
      reason: reason ?? '',
    })),
    questions_count: questions.total,
    questions: questions.rows.map(({ act_id, number, year, party }) => ({
      act_id,
      number: `${number}/${year}`,
      party,
    })),
    contracts_pending_sign: contracts,
    reconciliations_waiting: sides,
    certificates_waiting: certificates,
    payments_silent: orders?.silent ?? 0,
    first_step,
    executors_active: executors.active,
    executors_pending_payment: executors.pending_payment,
    executors_pending_sign: executors.pending_sign,
    // Acts of the month that have come at least so far.
    month: STEPS.map((step) => {
      const { count, sum_tiyn } = acts.of_month(...(step === 'made' ? ACT_STATUSES : STEP_STATUSES[step]));
      return { step, count, amount: formatMoney(sum_tiyn) };
    }),
    stuck: stuck.map((row) => ({
      act_id: row.id,
      number: `${row.number}/${row.year}`,
      party: row.name,
      amount: formatMoney(row.amount_tiyn),
      // A sentence goes on behind it.
      why: row.reason?.replace(/[.\s]+$/, '') ?? states[locale].act[row.status],
      since: row.updated_at.toISOString(),
    })),
    events: events.map(toEvent),
  };
}

async function executorHome(parts: Parts, actor: CompanyActor) {
  const { db, clock } = parts;
  const month = almatyDate(clock.now()).slice(0, 7);
  const [acts, annulments, contracts, coming, paid_tiyn, events, has_account, sides] = await Promise.all([
    sumByStatus(db, actor, month),
    countAnnulmentsToAnswer(db, actor),
    countContractsPendingSign(db, actor),
    reckonComing(parts, actor.company_id),
    sumPaidThisMonth(db, actor.company_id, month),
    listEvents(db, actor),
    hasAccount(db, actor.company_id),
    countReconciliations(db, actor),
  ]);
  const to_sign = acts.of(...pendingSignStatuses('executor'));
  const all_coming = acts.open(...COMING);
  return {
    role: 'executor' as const,
    acts_pending_sign: to_sign.count,
    acts_pending_sign_amount: formatMoney(to_sign.sum_tiyn),
    contracts_pending_sign: contracts,
    reconciliations_waiting: sides,
    acts_annulment_requested: annulments,
    has_account,
    coming: coming.acts.map((row) => ({
      act_id: row.id,
      number: `${row.number}/${row.year}`,
      party: row.name,
      amount: formatMoney(row.amount_tiyn),
      net: row.net_tiyn === null ? null : formatMoney(row.net_tiyn),
      status: row.status,
      act_date: row.act_date,
      account_end: row.payee_iban?.slice(-4) ?? null,
      party_phone: row.phone,
      ...expectedPayment(
        { ...row, signed_on: row.signed_at && almatyDate(row.signed_at) },
        almatyDate(clock.now()),
      ),
    })),
    coming_count: all_coming.count,
    coming_amount: formatMoney(all_coming.sum_tiyn),
    coming_net: formatMoney(coming.net_tiyn),
    paid_this_month: formatMoney(paid_tiyn),
    events: events.map(toEvent),
  };
}

function toEvent(row: Awaited<ReturnType<typeof listEvents>>[number]) {
  return {
    act_id: row.act_id,
    number: `${row.number}/${row.year}`,
    action: row.action,
    to_status: row.to_status,
    party: row.name,
    created_at: row.created_at.toISOString(),
  };
}
