import type { ListLook, ListName } from '@kelisim/shared/features/lists/list-look.ts';
import type { SavedView } from '@kelisim/shared/features/lists/list-views.contract.ts';
import { ahead, doAhead, showAhead } from '../../platform/ahead.ts';
import { api, type Input } from '../../platform/api.ts';
import { invalidate, useAction } from '../../platform/query.ts';

type ViewInput = Pick<SavedView, 'name' | 'query' | 'is_default'>;

export async function saveView(list: ListName, body: ViewInput): Promise<void> {
  await api.call('lists.save_view', { params: { list }, body });
  await invalidate(['lists.views']);
}

const showViews = (list: ListName, change: (views: SavedView[]) => SavedView[]) => [
  showAhead('lists.views', { params: { list } }, change),
];

/** Shown at once, as is a deletion; of several one is the first. */
export async function changeView(list: ListName, changed: SavedView): Promise<void> {
  const { id: view_id, ...body } = changed;
  const shown = showViews(list, (views) =>
    views.map((view) =>
      view.id === view_id ? changed : { ...view, is_default: view.is_default && !body.is_default },
    ),
  );
  await doAhead(shown, () => api.call('lists.change_view', { params: { list, view_id }, body }));
  await invalidate(['lists.views']);
}

export async function deleteView(list: ListName, view_id: number): Promise<void> {
  const shown = showViews(list, (views) => views.filter(({ id }) => id !== view_id));
  await doAhead(shown, () => api.call('lists.delete_view', { params: { list, view_id } }));
  await invalidate(['lists.views']);
}

const LOOK_AHEAD = ahead(({ params: { list }, body }: Input<'lists.set_look'>) => [
  showAhead('lists.looks', {}, (looks) => [...looks.filter((one) => one.list !== list), { list, ...body }]),
]);

/** How a list looks for this person. */
export function useSetLook(list: ListName): (look: ListLook) => void {
  const set = useAction('lists.set_look', LOOK_AHEAD);
  return (look) => set.mutate({ params: { list }, body: { ...look, columns: [...look.columns] } });
}
