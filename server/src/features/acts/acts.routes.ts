import type { Calls } from '@kelisim/shared/calls.ts';
import { usualSort } from '@kelisim/shared/features/acts/act-sorts.ts';
import {
  ACT_ASKED_MANY,
  ACT_STATUSES,
  manyCallOf,
  type ActAskedMany,
  type ActCalledOne,
  type ActManyCall,
} from '@kelisim/shared/features/acts/act-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CallContext, Handlers } from '../../platform/http/bind-calls.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { makeOnce } from '../../platform/make-once.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { endTicketWith, giveTicket, useTicket } from '../documents/public.ts';
import { runBulk, runSigning } from '../jobs/public.ts';
import type { DrawCard } from '../signatures/public.ts';
import { readActFile } from './act-file.ts';
import { listNamed } from './act-words.queries.ts';
import { labelledActs, lockAct } from './acts.queries.ts';
import { nameThing } from '../external-ids/public.ts';
import { actStatusView, getActHistory, getActView, toActListItem } from './acts.view.ts';
import { correctAct } from './correct-act.ts';
import { createAct } from './create-act.ts';
import { createActs } from './create-acts.ts';
import { CALLED_ONE, doDeed } from './do-deed.ts';
import { exportActs } from './export-acts.ts';
import { importActs } from './import-acts.ts';
import { listActRows } from './list-acts.queries.ts';
import { makeActSheet } from './make-act-sheet.ts';
import { readActFilter } from './read-act-filter.ts';
import { restoreOwnAct } from './restore-act.ts';
import { readSelection, selectActs } from './select-acts.ts';
import { listMeantActs, type Meant } from './selection.queries.ts';
import { updateAct } from './update-act.ts';
import { writeRest } from './write-rest.ts';
import { zipAct } from './act-zip.ts';
import { zipActs } from './zip-acts.ts';

/** `payments` and `signing`, which know acts, pay and compare them; everything else about acts is here. */
type Names = Exclude<Extract<keyof Handlers, `acts.${string}`>, 'acts.pay' | 'acts.changes'>;

interface Reason {
  reason?: string | undefined;
}
/** What such a handler needs of its call. */
type Asked<Input> = Omit<CallContext<Calls['acts.send']>, 'input'> & { input: Input };

/** @param prove the card of a signed act, which `signing` draws */
export function actsRoutes(parts: Parts, prove: DrawCard): Pick<Handlers, Names> {
  const { db } = parts;
  const today = () => almatyDate(parts.clock.now());
  const change = <Made>(deed: (tx: Tx) => Promise<Made>) => db.transaction().execute(deed);
  /** Answers the act as the deed left it: a moment later somebody else may have deleted it or taken it back. */
  const changed = (actor: CompanyActor, locale: Locale, act_id: number, deed: (tx: Tx) => Promise<unknown>) =>
    change(async (tx) => {
      await deed(tx);
      return getActView(tx, actor, act_id, locale);
    });
  const one =
    (deed: ActCalledOne) =>
    ({ input, actor, locale }: Asked<{ params: { act_id: number }; body?: Reason }>) =>
      changed(actor, locale, input.params.act_id, (tx) =>
        doDeed[deed](parts, tx, actor, input.params.act_id, input.body?.reason),
      );
  const many = (deed: ActAskedMany) => async (context: Asked<{ body: Meant & Reason }>) => {
    const { reason, ...meant } = context.input.body;
    const items = await listMeantActs(db, context.actor, meant);
    return runBulk(parts, context, `acts.${deed}`, items, { reason });
  };
  const ones = CALLED_ONE.map((deed) => [`acts.${deed}`, one(deed)]);
  const lists = ACT_ASKED_MANY.map((deed) => [manyCallOf(deed), many(deed)]);
  return {
    ...(Object.fromEntries(ones) as Record<`acts.${ActCalledOne}`, ReturnType<typeof one>>),
    ...(Object.fromEntries(lists) as Record<ActManyCall, ReturnType<typeof many>>),
    'acts.list': async ({ input, actor, locale }) => {
      const { query } = input;
      const order = { by: query.sort_by ?? usualSort(query), order: query.sort_order };
      const filter = await readActFilter(db, actor, query);
      const found = await listActRows(db, actor, filter, order, query);
      return {
        ...pageAnswer(found, query.limit, (row) => toActListItem(row, locale)),
        total_amount: found.amount_tiyn === null ? null : formatMoney(found.amount_tiyn),
      };
    },
    'acts.create': async (context) => {
      const { input, actor, locale } = context;
      return change(async (tx) => {
        const { external_id, ...body } = input.body;
        const id = await makeOnce(tx, context, 'acts', async () => {
          const made = await createAct(tx, actor, body, today());
          await nameThing(tx, actor, 'act', made.id, external_id);
          return made.id;
        });
        return getActView(tx, actor, id, locale);
      });
    },
    'acts.create_many': (context) => createActs(parts, context),
    'acts.get': ({ input, actor, locale }) => getActView(db, actor, input.params.act_id, locale),
    'acts.update': ({ input, actor, locale }) => {
      const { external_id, ...body } = input.body;
      return changed(actor, locale, input.params.act_id, async (tx) => {
        await updateAct(tx, actor, input.params.act_id, body, today());
        await nameThing(tx, actor, 'act', input.params.act_id, external_id);
      });
    },
    'acts.name': ({ input: { params, body }, actor, locale }) =>
      changed(actor, locale, params.act_id, async (tx) => {
        if (!(await lockAct(tx, actor, params.act_id))) throw new Problem('not_found');
        await nameThing(tx, actor, 'act', params.act_id, body.external_id);
      }),
    'acts.delete': async ({ input, actor, locale }) => {
      await change((tx) => doDeed.delete(parts, tx, actor, input.params.act_id));
      return { message: { ru, kz }[locale].deleted };
    },
    'acts.restore': ({ input, actor, locale }) =>
      changed(actor, locale, input.params.act_id, (tx) =>
        restoreOwnAct(tx, actor, input.params.act_id, today()),
      ),
    'acts.history': ({ input, actor }) => getActHistory(db, actor, input.params.act_id),
    'acts.file': ({ input, actor }) => readActFile(parts, actor, input.params.act_id),
    'acts.zip': ({ input, actor, locale }) => zipAct(parts, prove, actor, input.params.act_id, locale),
    'acts.sign': async (context) => {
      // One signature per act: a second one for the same act in a list could only be a mistake.
      const { signatures, means } = context.input.body;
      if (!signatures)
        throw new Problem('signature.needed', {
          field: 'signatures',
          values: { way: 'doc/acts/sign/qr?act_ids=' },
        });
      const bySubject = new Map(signatures.map(({ act_id, cms }) => [act_id, cms]));
      const named = await labelledActs(db, context.actor, [...bySubject.keys()]);
      const items = named.map((item) => ({ ...item, payload: { cms: bySubject.get(item.subject_id) } }));
      return runSigning(parts, context, 'acts.sign', items, means ? { means } : {});
    },
    'acts.selection': ({ input, actor }) => selectActs(parts, actor, input.body),
    'acts.selection_ids': ({ input, actor }) =>
      readSelection(db, actor, input.params.selection_id, input.query.page),
    'acts.download_ticket': async ({ input, actor, locale }) => {
      const items = await listMeantActs(db, actor, input.body);
      const ids = items.map((item) => item.subject_id);
      return giveTicket(parts, actor, { kind: 'acts', ids, path: '/api/v1/doc/acts/download' }, locale);
    },
    'acts.download_by_ticket': async ({ input, ip }) => {
      const { viewer, ids, locale } = await useTicket(parts, 'acts', input.params.ticket, ip);
      return endTicketWith(parts, input.params.ticket, await zipActs(parts, prove, viewer, ids, locale));
    },
    'acts.copy': async (context) => {
      const { act_ids, selection_id, ...dates } = context.input.body;
      const items = await listMeantActs(db, context.actor, { act_ids, selection_id });
      return runBulk(parts, context, 'acts.copy', items, dates);
    },
    'acts.correct': async (context) => {
      const { input, actor, locale } = context;
      const { act_id } = input.params;
      return change(async (tx) => {
        const id = await makeOnce(tx, context, 'acts', () => correctAct(tx, actor, act_id, input.body));
        return getActView(tx, actor, id, locale);
      });
    },
    'acts.statuses': async ({ locale }) => ACT_STATUSES.map((status) => actStatusView(status, locale)),
    'acts.template': async ({ actor, locale }) => makeActSheet(parts, actor, locale),
    'acts.process': (context) => importActs(parts, context),
    'acts.import_rest': (context) => writeRest(parts, context),
    'acts.export': ({ input, actor, locale }) => exportActs(parts, actor, input.body, locale),
    'acts.categories': ({ locale }) => listNamed(parts.db, 'service_categories', locale),
    'acts.units': ({ locale }) => listNamed(parts.db, 'units', locale),
  };
}
