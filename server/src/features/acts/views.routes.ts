import { ACT_VIEWS_MAX, type SavedView } from '@kelisim/shared/features/acts/act-views.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import {
  addView,
  deleteView,
  dropDefault,
  listViews,
  lockOwner,
  setView,
  type ViewRow,
} from './views.queries.ts';

export function actViewsRoutes({
  db,
}: Parts): Pick<Handlers, Extract<keyof Handlers, `act_views.${string}`>> {
  return {
    'act_views.list': async ({ actor }) => (await listViews(db, actor)).map(toView),
    'act_views.save': ({ input, actor }) =>
      db.transaction().execute(async (tx) => {
        const view = { ...input.body, name: input.body.name.trim() };
        await lockOwner(tx, actor);
        const views = await listViews(tx, actor);
        if (views.length >= ACT_VIEWS_MAX && !views.some((one) => one.name === view.name))
          throw new Problem('view.too_many', { values: { max: ACT_VIEWS_MAX } });
        if (view.is_default) await dropDefault(tx, actor);
        return toView(await addView(tx, actor, view));
      }),
    'act_views.change': ({ input, actor }) =>
      db.transaction().execute(async (tx) => {
        const { view_id } = input.params;
        const view = { ...input.body, name: input.body.name.trim() };
        await lockOwner(tx, actor);
        const views = await listViews(tx, actor);
        if (!views.some((one) => one.id === view_id)) throw new Problem('not_found');
        if (views.some((one) => one.id !== view_id && one.name === view.name))
          throw new Problem('view.name_taken', { field: 'name' });
        if (view.is_default) await dropDefault(tx, actor);
        return toView((await setView(tx, actor, view_id, view))!);
      }),
    'act_views.delete': async ({ input, actor, locale }) => {
      await deleteView(db, actor, input.params.view_id);
      return { message: { ru, kz }[locale].deleted };
    },
  };
}

function toView(row: ViewRow): SavedView {
  return { ...row, query: row.query as SavedView['query'] };
}
