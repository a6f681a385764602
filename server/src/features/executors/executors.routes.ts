import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { idCalled, nameThing } from '../external-ids/public.ts';
import { runBulk } from '../jobs/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { removeExecutor, resumeExecutor, stopExecutor } from './change-executor.ts';
import { exportExecutors } from './export-executors.ts';
import { readLimit, setLimit } from './executor-limit.ts';
import {
  findExecutor,
  countByStatus,
  isDirectorOf,
  labelExecutors,
  listColleagues,
  listExecutorNames,
  listExecutors,
} from './executors.queries.ts';
import { getExecutorHistory, getExecutorProfile, toExecutorItems } from './executors.view.ts';

type Names = Extract<keyof Handlers, `executors.${string}`>;

export function executorsRoutes(
  parts: Parts,
  /** Throws where something else says what the limit of a company is. */
  assertLimitIsOurs: (db: Handle, company_id: number) => Promise<void>,
): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const today = () => almatyDate(clock.now());
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  const runOver = async (
    caller: Parameters<typeof runBulk>[1],
    ids: number[],
    kind: 'executors.stop' | 'executors.resume' | 'executors.assign',
    params?: object,
  ) => {
    const items = await labelExecutors(db, caller.actor.company_id, ids);
    return runBulk(parts, caller, kind, items, params);
  };
  return {
    'executors.list': async ({ input, actor }) => {
      const { query } = input;
      const { limit } = query;
      const counts = await countByStatus(db, actor.company_id);
      if (!(await isOwn(query, actor))) return { items: [], pages: 1, total: 0, is_exact: true, counts };
      const order = { by: query.sort_by, order: query.sort_order };
      const found = await listExecutors(db, actor.company_id, await called(actor, query), order, query);
      const { total, is_exact } = found;
      return {
        items: await toExecutorItems(db, actor, found.rows),
        pages: pagesOf(total, limit),
        total,
        is_exact,
        counts,
      };
    },
    'executors.name': ({ input: { params, body }, actor }) =>
      change(async (tx) => {
        const { executor_id } = params;
        if (!(await findExecutor(tx, actor.company_id, executor_id))) throw new Problem('not_found');
        await nameThing(tx, actor, 'executor', executor_id, body.external_id);
        return { executor_company_id: executor_id, external_id: body.external_id };
      }),
    'executors.sheet': async ({ input: { query }, actor, locale }) => {
      const filter = (await isOwn(query, actor)) ? await called(actor, query) : null;
      const order = { by: query.sort_by, order: query.sort_order };
      return exportExecutors(parts, actor, filter, order, locale);
    },
    'executors.names': ({ actor }) => listExecutorNames(db, actor.company_id, today()),
    'executors.colleagues': ({ actor }) => listColleagues(db, actor.company_id),
    'executors.limit': ({ actor }) => readLimit(db, actor.company_id, today()),
    'executors.profile': ({ input, actor, locale }) =>
      getExecutorProfile(db, actor, input.params.executor_id, locale),
    'executors.history': ({ input, actor }) => getExecutorHistory(db, actor, input.params.executor_id),
    'executors.stop': async ({ input, actor, locale }) => {
      const { executor_company_id } = input.params;
      await change((tx) => stopExecutor(tx, actor, executor_company_id));
      return getExecutorProfile(db, actor, executor_company_id, locale);
    },
    'executors.resume': async ({ input, actor, locale }) => {
      const { executor_company_id } = input.params;
      await change((tx) => resumeExecutor(parts, tx, actor, executor_company_id));
      return getExecutorProfile(db, actor, executor_company_id, locale);
    },
    'executors.remove': async ({ input, actor, locale }) => {
      const { executor_id } = input.params;
      await change((tx) => removeExecutor(tx, actor, executor_id));
      return getExecutorProfile(db, actor, executor_id, locale);
    },
    'executors.stop_many': (context) => runOver(context, context.input.body.ids, 'executors.stop'),
    'executors.resume_many': (context) => runOver(context, context.input.body.ids, 'executors.resume'),
    'executors.assign': (context) => {
      const { ids, user_id } = context.input.body;
      return runOver(context, ids, 'executors.assign', { user_id });
    },
    'executors.set_limit': ({ input, actor }) =>
      change(async (tx) => {
        await assertLimitIsOurs(tx, input.body.company_id);
        const { company_id, executor_limit_count: limit } = input.body;
        const set = await setLimit(parts, tx, actor.user_id, input.body);
        await noteDeskDeed(tx, actor, { kind: 'executor_limit_set', company_id, detail: { limit } });
        return set;
      }),
  };

  async function called<Query extends { external_id?: string | undefined }>(
    actor: CompanyActor,
    query: Query,
  ) {
    return { ...query, id: await idCalled(db, actor, 'executor', query) };
  }

  /** A company sees its own executors alone, and they are those of its director. */
  async function isOwn(
    query: { company_id?: number | undefined; director_id?: number | undefined },
    actor: CompanyActor,
  ): Promise<boolean> {
    if (query.company_id !== undefined && query.company_id !== actor.company_id) return false;
    return query.director_id === undefined || isDirectorOf(db, actor.company_id, query.director_id);
  }
}
