import {
  isPeriodOf,
  mayBeOfEntity,
  OWN_EARLIER_KINDS,
  type EarlierKind,
} from '@kelisim/shared/features/taxes/earlier.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { addEarlier, earlierKey, listLastEarlier, type EarlierFigure } from './earlier.queries.ts';
import { getFirstDay } from './figures.queries.ts';
import { holdExecutors, findExecutorFor } from './standings.queries.ts';

interface EarlierInput {
  executor_company_id: number;
  kind: EarlierKind;
  period: string;
  amount: string;
  source: string;
  source_on: string;
}

/** Says one figure. The same said again is nothing new. */
export async function tellEarlier(parts: Parts, actor: CompanyActor, input: EarlierInput): Promise<void> {
  const is_own = actor.role === 'executor';
  const executor = orNotFound(await findExecutorFor(parts.db, actor, input.executor_company_id));
  if (executor.is_entity && !mayBeOfEntity(input.kind))
    throw new Problem('taxes.earlier_of_person', { field: 'executor_company_id' });
  if (is_own && !OWN_EARLIER_KINDS.some((kind) => kind === input.kind))
    throw new Problem('taxes.earlier_own', { field: 'kind' });
  const days = await daysOf(parts);
  const wrong = judgePeriod(input.kind, input.period, days);
  if (wrong) throw new Problem(wrong, { field: 'period', values: { from: days.from } });
  if (input.source_on > days.today) throw new Problem('taxes.earlier_source_on', { field: 'source_on' });
  const { amount, ...figure } = input;
  await parts.db.transaction().execute((tx) =>
    keepEarlier(tx, actor, [
      {
        ...figure,
        source: figure.source.trim(),
        company_id: is_own ? null : actor.company_id,
        amount_tiyn: parseMoney(amount)!,
      },
    ]),
  );
}

export interface EarlierDays {
  /** The first year of which the law's figures are known. */
  from: string;
  today: string;
}

export async function daysOf({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<EarlierDays> {
  return { from: (await getFirstDay(db)).slice(0, 4), today: almatyDate(clock.now()) };
}

/** Null where the period may be told of. */
export function judgePeriod(
  kind: EarlierKind,
  period: string,
  { from, today }: EarlierDays,
): ProblemCode | null {
  if (!isPeriodOf(kind, period)) return 'taxes.earlier_period';
  return period < from || period > today.slice(0, period.length) ? 'taxes.earlier_ahead' : null;
}

/** Adds those that say something new. All are of one side. */
export async function keepEarlier(
  tx: Tx,
  actor: CompanyActor,
  figures: readonly EarlierFigure[],
): Promise<{ taken: number; same: number }> {
  const people = [...new Set(figures.map((figure) => figure.executor_company_id))];
  await holdExecutors(tx, people);
  const last = await listLastEarlier(tx, actor.role === 'executor' ? null : actor.company_id, people);
  const taken = figures.filter((figure) => !isSame(last.get(earlierKey(figure)), figure));
  await addEarlier(tx, taken, actor.user_id);
  return { taken: taken.length, same: figures.length - taken.length };
}

const isSame = (last: EarlierFigure | undefined, figure: EarlierFigure) =>
  last?.amount_tiyn === figure.amount_tiyn &&
  last.source === figure.source &&
  last.source_on === figure.source_on;
