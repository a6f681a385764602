import { actPeriodOfId, shiftByPeriods, type ActPeriod } from '@kelisim/shared/features/acts/act-periods.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assertScope } from '../../platform/http/admit.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockAct } from './acts.queries.ts';
import { lockSchedule, planNext, startSchedule, stopSchedule, type Plan } from './schedules.queries.ts';

interface Input {
  auto_generate?: boolean | undefined;
  period_id?: number | null | undefined;
}

interface Pattern {
  company_id: number;
  id: number;
  act_date: string;
}

/**
 * The slot that comes next after the act itself. What lies before today is not made up: only the clock, which had this
 * slot before it, catches up.
 */
function nextSlot(act_date: string, period: ActPeriod, today: string): Plan {
  let next_step = 1;
  while (shiftByPeriods(act_date, period, next_step) < today) next_step += 1;
  return { next_step, next_date: shiftByPeriods(act_date, period, next_step) };
}

/** Lets a locked act repeat, or stops that; said nothing, follows its date, which may have changed. */
export async function setSchedule(
  tx: Tx,
  act: Pattern,
  { auto_generate, period_id }: Input,
  today: string,
  by: number | null = null,
): Promise<void> {
  const key = { company_id: act.company_id, act_id: act.id };
  const current = await lockSchedule(tx, key);
  if (auto_generate === false) {
    await stopSchedule(tx, key, 'person', by);
    return;
  }
  if (auto_generate) {
    const period = readPeriod(period_id) ?? current?.period;
    if (!period) throw new Problem('field.required', { field: 'period_id' });
    await startSchedule(tx, key, period, nextSlot(act.act_date, period, today));
  } else if (current && current.stopped_at === null) {
    await planNext(tx, key, nextSlot(act.act_date, current.period, today));
  }
}

function readPeriod(period_id: number | null | undefined): ActPeriod | null {
  if (period_id == null) return null;
  const period = actPeriodOfId(period_id);
  if (!period) throw new Problem('field.choice', { field: 'period_id' });
  return period;
}

/** What is made of an act that repeats may be sent by itself, so only a key that may send changes it or brings it back. */
export async function assertKeyMayRepeat(tx: Tx, { key }: CompanyActor, act: Pattern): Promise<void> {
  if (!key || key.scopes.has('acts:send')) return;
  const schedule = await lockSchedule(tx, { company_id: act.company_id, act_id: act.id });
  if (schedule && (schedule.stopped_at === null || schedule.stop_reason === 'act_gone'))
    assertScope(key, 'acts:send');
}

/** The same for an act in whatever state, by a person; an annulled one repeats no more, a correction never did. */
export async function changeSchedule(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  input: Input & { auto_generate: boolean },
  today: string,
): Promise<void> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  if (input.auto_generate && (act.status === 'annulled' || act.corrects_act_id !== null))
    throw new Problem('act.never_repeats');
  await setSchedule(tx, act, input, today, actor.user_id);
}
