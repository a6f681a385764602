import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { assertSignedProof, findActorOfRun } from '../auth/public.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import {
  addChange,
  endChange,
  findWaiting,
  hasSecondPerson,
  listDueChanges,
  lockChange,
  lockLimit,
  setLimit,
} from './limit-change.queries.ts';
import { changePayChoices, findPayChoices } from './payments.queries.ts';

type Deed = Pick<Parts, 'config' | 'clock'>;
type Limit = bigint | null;

/** How long a change waits that nobody else could confirm. */
const ALONE_HOURS = 24;

const isLooser = (to: Limit, from: Limit) => from !== null && (to === null || to > from);

/**
 * Changes the sum from which a second person has to agree to a payment. A lower one holds at once. A higher one, or
 * none, asked for by a person whom the limit binds, waits for a second person; where nobody else may confirm it, it
 * takes a signature and a day.
 */
export async function changeLimit(parts: Deed, tx: Tx, actor: CompanyActor, to: Limit): Promise<void> {
  const { company_id, user_id } = actor;
  const from = await lockLimit(tx, company_id);
  if (to === from) return;
  const waiting = await findWaiting(tx, company_id);
  if (waiting && waiting.payment_limit_tiyn === to) return;
  if (waiting) await endChange(tx, waiting.id, { state: 'cancelled', decided_by: user_id });
  if (!isLooser(to, from) || !mayDo(actor, 'pay')) {
    await setLimit(tx, company_id, to);
    return note(parts, tx, actor, 'pay_settings_changed', { from, to });
  }
  const isAlone = !(await hasSecondPerson(tx, company_id, user_id));
  if (isAlone) await assertSignedProof(tx, actor);
  await addChange(tx, actor, { payment_limit_tiyn: to, after_hours: isAlone ? ALONE_HOURS : null });
  await note(parts, tx, actor, 'pay_change_asked', { from, to });
}

type Change = NonNullable<Awaited<ReturnType<typeof lockChange>>>;

/** Ends a change that waits, under the lock of the limit, unless it has ended so already. */
function endWaiting(
  parts: Pick<Parts, 'db'>,
  { company_id }: CompanyActor,
  id: number,
  isDone: (change: Change) => boolean,
  end: (tx: Tx, change: Change, limit: Limit) => Promise<void>,
): Promise<void> {
  return parts.db.transaction().execute(async (tx) => {
    const limit = await lockLimit(tx, company_id);
    const change = orNotFound(await lockChange(tx, company_id, id));
    if (isDone(change)) return;
    if (change.state !== 'waiting') throw new Problem('pay_limit.decided');
    await end(tx, change, limit);
  });
}

/** The second person agrees; the same press again is the same. */
export function confirmChange(parts: Deed & Pick<Parts, 'db'>, actor: CompanyActor, id: number) {
  const { company_id, user_id } = actor;
  const isDone = ({ state, decided_by }: Change) => state === 'applied' && decided_by === user_id;
  return endWaiting(parts, actor, id, isDone, async (tx, change, from) => {
    if (change.asked_by === user_id) throw new Problem('pay_limit.second_person');
    await setLimit(tx, company_id, change.payment_limit_tiyn);
    await endChange(tx, id, { state: 'applied', decided_by: user_id });
    await note(parts, tx, actor, 'pay_change_confirmed', { from, to: change.payment_limit_tiyn });
  });
}

/** Anybody who may change the settings takes it back; again is the same. */
export function cancelChange(parts: Deed & Pick<Parts, 'db'>, actor: CompanyActor, id: number) {
  const isDone = ({ state }: Change) => state === 'cancelled';
  return endWaiting(parts, actor, id, isDone, async (tx, change, to) => {
    await endChange(tx, id, { state: 'cancelled', decided_by: actor.user_id });
    await note(parts, tx, actor, 'pay_change_cancelled', { from: change.payment_limit_tiyn, to });
  });
}

/**
 * Applies what was announced a day ago, each change once whatever number of processes look. What somebody asked for who
 * may no longer ask is cancelled.
 */
export async function applyDueChanges(parts: Deed & Pick<Parts, 'db' | 'log'>): Promise<void> {
  await eachJob(parts, 'payments.limits', await listDueChanges(parts.db), ({ id, company_id, asked_by }) =>
    parts.db.transaction().execute(async (tx) => {
      const limit = await lockLimit(tx, company_id);
      const change = await lockChange(tx, company_id, id);
      if (change?.state !== 'waiting') return;
      const asked = change.payment_limit_tiyn;
      const by = { company_id, user_id: asked_by };
      if (!(await mayStillAsk(tx, by))) {
        await endChange(tx, id, { state: 'cancelled', decided_by: null });
        return note(parts, tx, by, 'pay_change_cancelled', { from: asked, to: limit });
      }
      await setLimit(tx, company_id, asked);
      await endChange(tx, id, { state: 'applied', decided_by: null });
      await note(parts, tx, by, 'pay_change_applied', { from: limit, to: asked });
    }),
  );
}

async function mayStillAsk(tx: Tx, by: { company_id: number; user_id: number }): Promise<boolean> {
  try {
    await findActorOfRun(tx, { ...by, session_id: null }, 'manage_settings');
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Which way payments go, and who keeps the books; it holds at once. */
export async function changeChoices(
  parts: Deed,
  tx: Tx,
  { company_id, user_id, ip = null }: CompanyActor,
  choices: Parameters<typeof changePayChoices>[2],
): Promise<void> {
  const { payment_limit_tiyn: _, ...before } = await findPayChoices(tx, company_id);
  await changePayChoices(tx, company_id, choices);
  const deed = { company_id, user_id, ip, action: 'pay_settings_changed' as const };
  await noteCompanyDeed(parts, tx, { ...deed, before, after: { ...before, ...choices } });
}

async function note(
  parts: Deed,
  tx: Tx,
  { company_id, user_id, ip = null }: Pick<CompanyActor, 'company_id' | 'user_id' | 'ip'>,
  action:
    | 'pay_settings_changed'
    | 'pay_change_asked'
    | 'pay_change_confirmed'
    | 'pay_change_cancelled'
    | 'pay_change_applied',
  { from, to }: { from: Limit; to: Limit },
): Promise<void> {
  const shown = (limit: Limit) => ({ payment_limit: limit === null ? null : formatMoney(limit) });
  const deed = { company_id, user_id, ip, action };
  await noteCompanyDeed(parts, tx, { ...deed, before: shown(from), after: shown(to) });
}
