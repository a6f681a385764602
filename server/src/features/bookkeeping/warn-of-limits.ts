import { tenge } from '@kelisim/shared/features/taxes/explain-month.ts';
import {
  isNear,
  limitKindsOf,
  limitsOf,
  periodOfLimit,
  type Limit,
} from '@kelisim/shared/features/taxes/limits.ts';
import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import type { Parts } from '../../parts.ts';
import { listReached, quietUntil, tellPerson } from '../notices/public.ts';
import { findBounded, listFigures } from '../taxes/public.ts';
import { countWhole, countYear } from './count-limits.ts';
import { findParty } from './income.queries.ts';
import { keepLimitNotice, takeLimitChecks, type Touched } from './limit-checks.queries.ts';

const AT_ONCE = 200;

/**
 * Tells the executor and the customer when a counter has come near its bound: of each limit once in its period, however
 * often refunds take it back. After a stop the marks are still there.
 */
export async function warnOfLimits(parts: Parts): Promise<void> {
  for (;;) {
    const taken = await parts.db.transaction().execute(async (tx) => {
      const { taken, touched } = await takeLimitChecks(tx, AT_ONCE);
      for (const of of touched) await warnOf(parts, tx, of);
      return taken;
    });
    if (taken < AT_ONCE) return;
  }
}

async function warnOf(parts: Parts, tx: Tx, of: Touched): Promise<void> {
  const { company_id, executor_company_id: executor_id } = of;
  const day = almatyDate(parts.clock.now());
  const who = await findBounded(tx, executor_id, day);
  const figures = figuresOf(await listFigures(tx), day);
  const nearOf = (used: Parameters<typeof limitsOf>[1]) => limitsOf(who, used, figures).filter(isNear);
  if (who.standing === 'individual') {
    // The year of an individual is of each customer by itself: both see the same number.
    for (const limit of nearOf(await countYear(tx, { company_id, executor_id, day }))) {
      await tellOf(parts, tx, { ...of, limit, day }, 'business');
      await tellOf(parts, tx, { ...of, limit, day }, 'executor');
    }
    return;
  }
  const kinds = limitKindsOf(who);
  for (const limit of nearOf(await countWhole(tx, { company_id, executor_id, day }, kinds)))
    await tellOf(parts, tx, { ...of, limit, day }, 'business');
  for (const limit of nearOf(await countWhole(tx, { company_id: null, executor_id, day }, kinds)))
    await tellOf(parts, tx, { company_id: null, executor_company_id: executor_id, limit, day }, 'executor');
}

interface Near {
  /** Null: what all customers paid. */
  company_id: number | null;
  executor_company_id: number;
  limit: Limit;
  day: string;
}

async function tellOf(
  parts: Parts,
  tx: Tx,
  { company_id, executor_company_id, limit, day }: Near,
  side: 'business' | 'executor',
): Promise<void> {
  const { kind, used_tiyn, limit_tiyn } = limit;
  const is_business = side === 'business';
  const to_company_id = is_business ? company_id : executor_company_id;
  if (to_company_id === null || used_tiyn === null || limit_tiyn === null) return;
  const period = periodOfLimit(kind, day);
  const notice = { executor_company_id, company_id, to_company_id, kind, period };
  if (!(await keepLimitNotice(tx, notice))) return;
  const other = is_business ? executor_company_id : company_id;
  const words = {
    limit: kind,
    party: other === null ? '' : plainName((await findParty(tx, other)).name),
    used: tenge(used_tiyn),
    bound: tenge(limit_tiyn),
    period: period.split('-').reverse().join('.'),
  };
  const now = parts.clock.now();
  for (const person of await listReached(tx, to_company_id, ['pay', 'manage_executors']))
    await tellPerson(parts, tx, person, {
      kind: 'limit_near',
      company_id: to_company_id,
      words,
      path: is_business ? `/lk/business/executors/${executor_company_id}` : '/lk/profile',
      // A company has many executors, and in autumn many of them come near at once.
      ...(is_business && { together: '/lk/business/executors', message_once: `${to_company_id}:${day}` }),
      once: [executor_company_id, company_id ?? 'all', to_company_id, kind, period].join(':'),
      not_before: quietUntil(now),
    });
}
