import { shiftByPeriods, type ActPeriod } from '@kelisim/shared/features/acts/act-periods.ts';
import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, formatQuantity, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { isDatabaseAway, raisedProblem, type Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import type { Parts } from '../../parts.ts';
import { listReached, quietUntil, tellPerson } from '../notices/public.ts';
import type { ActContent } from './act-content.ts';
import { contentOf } from './act-paper.ts';
import { findPartiesOnPaper } from './act-paper.queries.ts';
import { lockActOf, type LockedAct } from './acts.queries.ts';
import { writeAct } from './create-act.ts';
import type { Mover } from './move-act.queries.ts';
import { readActInput } from './read-act-input.ts';
import {
  areAutoActsSent,
  hasSlot,
  listDueSchedules,
  lockSchedule,
  planNext,
  stopSchedule,
} from './schedules.queries.ts';
import { freezeAct } from './send-act.ts';

const CLOCK: Mover = { side: 'clock', user_id: null, company_id: null, ip: null };
const AT_ONCE = 100;

/**
 * Makes the acts whose slots have come: each slot once, one after the other, those too that were missed while nothing
 * ran. A slot is one transaction under the lock of its pattern, so that any number of processes may look at once.
 */
export async function repeatActs(parts: Parts): Promise<void> {
  const today = almatyDate(parts.clock.now());
  let failed = 0;
  for (;;) {
    const due = await listDueSchedules(parts.db, today, { limit: AT_ONCE, offset: failed });
    if (due.length === 0) return;
    for (const { company_id, act_id } of due) {
      try {
        while (await makeOrPass(parts, company_id, act_id, today));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        // One pattern that cannot be drawn holds nobody else back; it is tried again with the next round.
        failed += 1;
        // A company that is behind with its bills gets its acts, all of them, when it has paid.
        if (error instanceof Problem && error.code === 'tariff.overdue') continue;
        parts.log.error({ event: 'acts.repeat_failed', company_id, act_id, error: (error as Error).stack });
      }
    }
  }
}

/** One slot, or word that its period was closed before it could be made; false when none is due any more. */
async function makeOrPass(parts: Parts, company_id: number, act_id: number, today: string): Promise<boolean> {
  const inSlot = (work: typeof makeSlot) =>
    parts.db.transaction().execute(async (tx) => {
      const due = await lockDue(tx, company_id, act_id, today);
      return due !== null && (await work(parts, tx, due));
    });
  try {
    return await inSlot(makeSlot);
  } catch (error) {
    if (raisedProblem(error)?.code !== 'period.closed') throw error;
    return inSlot(passSlot);
  }
}

/** What waits for a closed period would hold up every later slot. */
async function passSlot(parts: Parts, tx: Tx, due: Due): Promise<boolean> {
  await tellOfSlot(parts, tx, due.act, 'period_closed', due.schedule.next_date);
  await planAfter(tx, due);
  return true;
}

/** A pattern whose slot has come, locked with its schedule. */
async function lockDue(tx: Tx, company_id: number, act_id: number, today: string) {
  const act = await lockActOf(tx, company_id, act_id);
  const schedule = await lockSchedule(tx, { company_id, act_id });
  if (!act || !schedule || schedule.stopped_at !== null || schedule.next_date > today) return null;
  return { act, schedule };
}
type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

function planAfter(tx: Tx, { act, schedule }: Due): Promise<void> {
  const next_step = schedule.next_step + 1;
  const next_date = shiftByPeriods(act.act_date, schedule.period, next_step);
  return planNext(tx, { company_id: act.company_id, act_id: act.id }, { next_step, next_date });
}

/** Makes what is due; false where the schedule ends with it. */
async function makeSlot(parts: Parts, tx: Tx, due: Due): Promise<boolean> {
  const { act, schedule } = due;
  const { company_id, id: act_id } = act;
  const { next_step, next_date } = schedule;
  const period = schedule.period;
  if (!(await hasSlot(tx, { company_id, act_id }, next_date))) {
    const content = await contentOfSlot(tx, act, period, next_step);
    if (typeof content === 'string') {
      await stopSchedule(tx, { company_id, act_id }, content, null);
      if (content !== 'act_gone') await tellOfSlot(parts, tx, act, content, next_date);
      return false;
    }
    const made = await writeAct(tx, company_id, CLOCK, content, {
      action: 'generate',
      repeats_act_id: act_id,
      slot_date: next_date,
      note: `№ ${act.number}/${act.year}`,
    });
    if (await areAutoActsSent(tx, company_id)) {
      const draft = await lockActOf(tx, company_id, made.id);
      await freezeAct(parts, tx, draft!, CLOCK);
    }
  }
  await planAfter(tx, due);
  return true;
}

/** Nobody was there to see that the next act was not made. */
async function tellOfSlot(
  parts: Parts,
  tx: Tx,
  act: LockedAct,
  reason: 'contract_ended' | 'executor_stopped' | 'period_closed',
  slot_date: string,
): Promise<void> {
  const { executor } = await findPartiesOnPaper(tx, act.company_id, act.contractor_company_id);
  const now = parts.clock.now();
  for (const person of await listReached(tx, act.company_id, ['manage_acts']))
    await tellPerson(parts, tx, person, {
      kind: `repeat_${reason}`,
      company_id: act.company_id,
      words: {
        number: `${act.number}/${act.year}`,
        party: plainName(executor.name),
        date: formatDate(slot_date),
      },
      path: `/lk/business/acts/${act.id}`,
      once: `${act.id}:${slot_date}`,
      // Slots of a month that was closed come in numbers: one message a day, the rest stands behind the bell.
      ...(reason === 'period_closed' && { message_once: `${act.company_id}:${almatyDate(now)}` }),
      not_before: quietUntil(now),
    });
}

/** The pattern with its dates moved, judged as if somebody had typed it; or why there is to be no such act. */
async function contentOfSlot(
  tx: Tx,
  act: LockedAct,
  period: ActPeriod,
  steps: number,
): Promise<ActContent | 'contract_ended' | 'executor_stopped' | 'act_gone'> {
  if (act.deleted_at !== null || act.status === 'annulled') return 'act_gone';
  const input = asTyped(await contentOf(tx, act), (date) => shiftByPeriods(date, period, steps));
  try {
    return await readActInput(tx, act.company_id, input);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'act.executor_stopped' ? 'executor_stopped' : 'contract_ended';
  }
}

/** What somebody would have typed to make an act of this content, with other dates. */
export function asTyped(content: ActContent, date: (date: string) => string): ReadActInput {
  return {
    title: content.title,
    contract_id: content.contract_id,
    contractor_company_id: content.contractor_company_id,
    date: date(content.act_date),
    start_date: date(content.start_date),
    end_date: date(content.end_date),
    knp: content.knp,
    additional_info: content.additional_info,
    services: content.services.map((service) => ({
      category_id: service.category_id,
      description: service.description,
      quantity: formatQuantity(parseQuantity(service.quantity)!),
      rate: formatMoney(service.rate_tiyn),
      unit_id: service.unit_id,
      service_date: service.service_date && date(service.service_date),
      kind: service.kind,
      taxed: service.taxed,
    })),
  };
}
