import { usualSort } from '@kelisim/shared/features/acts/act-sorts.ts';
import {
  ACT_STATUSES,
  actStatusOfId,
  BOTH_SIGNED,
  pendingSignStatuses,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { CallContext, Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import type { Parts } from '../../parts.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { runBulk } from '../jobs/public.ts';
import { readActFile } from './act-file.ts';
import { isExecutorFirst, labelledActs } from './acts.queries.ts';
import { actStatusView, getActHistory, getActView, toActListItem } from './acts.view.ts';
import { annulAct, refuseAnnulment } from './annul-act.ts';
import { countUnread } from './comments.queries.ts';
import { correctAct } from './correct-act.ts';
import { createAct } from './create-act.ts';
import { deleteAct } from './delete-act.ts';
import { importActs } from './import-acts.ts';
import { listActRows, type ActFilter } from './list-acts.queries.ts';
import { makeActSheet } from './make-act-sheet.ts';
import { recallAct } from './recall-act.ts';
import { returnAct } from './return-act.ts';
import { updateAct } from './update-act.ts';
import { zipAct, type DrawCard } from './act-zip.ts';

/** Paying is a deed of `payments`, which knows acts; everything else about acts is here. */
type Names = Exclude<Extract<keyof Handlers, `acts.${string}`>, 'acts.pay'>;

/** @param prove the card of a signed act, which `signing` draws */
export function actsRoutes(parts: Parts, prove: DrawCard): Pick<Handlers, Names> {
  const { db } = parts;
  const today = () => almatyDate(parts.clock.now());
  const change = <Made>(deed: (tx: Tx) => Promise<Made>) => db.transaction().execute(deed);
  return {
    'acts.list': async ({ input, actor, locale }) => {
      const { query } = input;
      const order = { by: query.sort_by ?? usualSort(query), order: query.sort_order };
      const waiting = query.waiting ? await waitingStatuses(db, actor) : undefined;
      const found = await listActRows(db, actor, filterOf(query, waiting), order, query);
      const unread = await countUnread(
        db,
        actor.user_id,
        found.rows.map((row) => row.id),
      );
      return {
        items: found.rows.map((row) => toActListItem(row, locale, unread.get(row.id) ?? 0)),
        pages: pagesOf(found.total, query.limit),
        total: found.total,
        is_exact: found.is_exact,
        total_amount: found.amount_tiyn === null ? null : formatMoney(found.amount_tiyn),
      };
    },
    'acts.create': async (context) => {
      const { input, actor, locale } = context;
      const id = await db
        .transaction()
        .execute((tx) =>
          makeOnce(tx, context, async () => (await createAct(tx, actor, input.body, today())).id),
        );
      return getActView(db, actor, id, locale);
    },
    'acts.get': ({ input, actor, locale }) => getActView(db, actor, input.params.act_id, locale),
    'acts.update': async ({ input, actor, locale }) => {
      await change((tx) => updateAct(tx, actor, input.params.act_id, input.body, today()));
      return getActView(db, actor, input.params.act_id, locale);
    },
    'acts.delete': async ({ input, actor, locale }) => {
      await change((tx) => deleteAct(tx, actor, input.params.act_id));
      return { message: { ru, kz }[locale].deleted };
    },
    'acts.delete_many': async (context) => {
      const items = await labelledActs(db, context.actor, context.input.body.act_ids);
      return runBulk(parts, context, 'acts.delete', items);
    },
    'acts.history': ({ input, actor }) => getActHistory(db, actor, input.params.act_id),
    'acts.file': ({ input, actor }) => readActFile(parts, actor, input.params.act_id),
    'acts.zip': ({ input, actor, locale }) => zipAct(parts, prove, actor, input.params.act_id, locale),
    'acts.send': async (context) => {
      const items = await labelledActs(db, context.actor, context.input.body.act_ids);
      return runBulk(parts, context, 'acts.send', items);
    },
    'acts.sign': async (context) => {
      // One signature per act: a second one for the same act in a list could only be a mistake.
      const { signatures, means } = context.input.body;
      const bySubject = new Map(signatures.map(({ act_id, cms }) => [act_id, cms]));
      const named = await labelledActs(db, context.actor, [...bySubject.keys()]);
      const items = named.map((item) => ({ ...item, payload: { cms: bySubject.get(item.subject_id) } }));
      return runBulk(parts, context, 'acts.sign', items, means ? { means } : {});
    },
    'acts.annul_many': async (context) => {
      const { act_ids, reason } = context.input.body;
      const items = await labelledActs(db, context.actor, act_ids);
      return runBulk(parts, context, 'acts.annul', items, { reason });
    },
    'acts.recall': async ({ input, actor, locale }) => {
      await change((tx) => recallAct(tx, actor, input.params.act_id));
      return getActView(db, actor, input.params.act_id, locale);
    },
    'acts.return': async ({ input, actor, locale }) => {
      await change((tx) => returnAct(tx, actor, input.params.act_id, input.body.reason));
      return getActView(db, actor, input.params.act_id, locale);
    },
    'acts.annul': async ({ input, actor, locale }) => {
      await change((tx) => annulAct(tx, actor, input.params.act_id, input.body.reason));
      return getActView(db, actor, input.params.act_id, locale);
    },
    'acts.refuse_annulment': async ({ input, actor, locale }) => {
      await change((tx) => refuseAnnulment(tx, actor, input.params.act_id));
      return getActView(db, actor, input.params.act_id, locale);
    },
    'acts.copy': async (context) => {
      const { act_ids, ...dates } = context.input.body;
      const items = await labelledActs(db, context.actor, act_ids);
      return runBulk(parts, context, 'acts.copy', items, dates);
    },
    'acts.correct': async (context) => {
      const { input, actor, locale } = context;
      const { act_id } = input.params;
      const id = await change((tx) => makeOnce(tx, context, () => correctAct(tx, actor, act_id, input.body)));
      return getActView(db, actor, id, locale);
    },
    'acts.statuses': async ({ locale }) => ACT_STATUSES.map((status) => actStatusView(status, locale)),
    'acts.template': async ({ actor, locale }) => makeActSheet(parts, actor, locale),
    'acts.process': (context) => importActs(parts, context),
    'acts.categories': ({ locale }) => listNamed(parts, 'service_categories', locale),
    'acts.units': ({ locale }) => listNamed(parts, 'units', locale),
  };
}

async function listNamed(parts: Parts, table: 'service_categories' | 'units', locale: 'ru' | 'kz') {
  const rows = await parts.db
    .selectFrom(table)
    .select(['id', 'code', 'name_ru', 'name_kz'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: locale === 'kz' ? row.name_kz : row.name_ru,
  }));
}

type ListQuery = CallContext<Calls['acts.list']>['input']['query'];

/** The wire's filters in terms of states: `is_signed` = signed by both, `is_payed` = paid (decisions 5). */
function filterOf(query: ListQuery, waiting: ActStatus[] | undefined): ActFilter {
  let statuses = new Set<ActStatus>(ACT_STATUSES);
  const keep = (wanted: readonly ActStatus[]) => {
    statuses = statuses.intersection(new Set(wanted));
  };
  if (query.status_id) {
    keep(
      query.status_id.map((id) => {
        const status = actStatusOfId(id);
        if (!status) throw new Problem('field.choice', { field: 'status_id' });
        return status;
      }),
    );
  }
  const split = (wanted: readonly ActStatus[], yes: boolean | undefined) => {
    if (yes !== undefined) keep(ACT_STATUSES.filter((status) => wanted.includes(status) === yes));
  };
  split(BOTH_SIGNED, query.is_signed);
  split(['paid'], query.is_payed);
  return {
    ...query,
    waiting,
    statuses: statuses.size === ACT_STATUSES.length ? undefined : [...statuses],
    amount_from: query.amount_from ? parseMoney(query.amount_from)! : undefined,
    amount_to: query.amount_to ? parseMoney(query.amount_to)! : undefined,
  };
}

/** States that wait for a deed of this side: to sign, to correct, to pay. Answers that are asked for come on top. */
async function waitingStatuses(db: Handle, actor: CompanyActor): Promise<ActStatus[]> {
  if (actor.role === 'executor') return pendingSignStatuses('executor');
  const pending = pendingSignStatuses('business', await isExecutorFirst(db, actor.company_id));
  return [...pending, 'returned', 'signed'];
}
