import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { usualSort } from '@kelisim/shared/features/acts/act-sorts.ts';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react';
import { Suspense, useCallback } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useUrlState } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { SaveTable } from '../../ui/save-table.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { OwnViews, useLook, useOwnViews } from '../lists/public.ts';
import { useActor } from './actor.ts';
import type { Actor } from './actor.ts';
import { ActsFilters } from './acts-filters.tsx';
import {
  currentView,
  FILTERS_OFF,
  filterOfQuery,
  isFiltered,
  queryOfView,
  readActsList,
  viewHref,
  viewsOf,
} from './acts-list-state.ts';
import { useActCounts, useActs } from './acts.data.ts';
import { useActColumns } from './acts-table.tsx';
import { sumOf, useActSelection } from './use-act-selection.ts';

/** Deeds over many: they come when something is selected. */
const ActsBulk = lazyPart(() => import('./acts-bulk.tsx'));

/** The list of acts, for either side. */
export default function ActsPage() {
  const t = useTexts('acts');
  const actor = useActor();
  const [{ query, run_id }, change] = useUrlState(readActsList);
  const acts = useActs(query);
  const selection = useActSelection(acts.data?.items, query);
  const look = useLook('acts', useActColumns(actor));
  const onSearch = useCallback(
    (text: string) => change({ search: text || undefined }, { replace: true }),
    [change],
  );
  const own = useOwnViews('acts', `/lk/${actor.side}/acts`);
  const tabs = useTabs(actor, own.all);
  const view = currentView(actor.side, query, actor.executor_first);
  // The first page is not named in the address.
  const pageInAddress = query.page === 1 ? undefined : query.page;
  // Views that are empty when everything is done, and are narrowed by nothing beside them.
  const waitingOnly =
    (view === 'waiting' || view === 'to_sign') &&
    !isFiltered({ ...query, waiting: undefined, status_id: undefined });
  return (
    <>
      <PageHeader
        title={t('title')}
        count={acts.data?.total}
        countIsExact={acts.data?.is_exact}
        actions={
          <>
            <OwnViews {...own} tabs={[]} />
            {!!acts.data?.total && (
              <SaveTable
                read={(format) => api.call('acts.export', { body: { filter: filterOfQuery(query), format } })}
              />
            )}
            {actor.rights.has('manage_acts') && actor.side === 'business' && <NewActs />}
          </>
        }
      />
      <ViewTabs
        label={t('views.label')}
        tabs={[...tabs, ...own.tabs]}
        current={own.current ? `own${own.current.id}` : view}
      />
      <ActsFilters side={actor.side} query={query} change={change} onSearch={onSearch} />
      <ListTable
        label={t('title')}
        {...look}
        rowKey={(act) => act.id}
        rowName={(act) => t('number', { number: act.number })}
        rowHref={(act) => `/lk/${actor.side}/acts/${act.id}`}
        peeks
        sort={{ by: query.sort_by ?? usualSort(query), order: query.sort_order ?? 'desc' }}
        onSort={({ by, order }) => change({ sort_by: by, sort_order: order })}
        selected={selection.keys}
        onSelect={selection.select}
        onResetFilters={isFiltered(query) && !waitingOnly ? () => change(FILTERS_OFF) : undefined}
        empty={<NoActs actor={actor} waiting={waitingOnly} />}
        skeletonRows={12}
        list={acts}
        page={query.page ?? 1}
        limit={query.limit ?? 50}
        onPage={(page, how) => change({ page }, how)}
        onLimit={(limit) => change({ limit })}
      />
      {acts.data && <PrintedSum acts={acts.data.items} />}
      {(selection.acts.length > 0 || selection.whole || run_id !== null) && (
        <Suspense>
          <ActsBulk
            actor={actor}
            list={acts.data}
            selection={selection}
            run_id={run_id}
            onRun={(id) => change({ run: id ?? undefined, page: pageInAddress }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}

/** The last line on paper. */
function PrintedSum({ acts }: { acts: readonly ActListItem[] }) {
  const t = useTexts('acts');
  const f = useFormats();
  const count = acts.length;
  return (
    <p className="k-print-only k-bold k-right">
      {t('services.total')}: {t('bulk.count', { count, shown: f.number(count) })} · {f.money(sumOf(acts))}
    </p>
  );
}

function useTabs({ side, executor_first }: Actor, all: string) {
  const t = useTexts('acts');
  const views = viewsOf(side, executor_first);
  const counted = views.filter((view) => view.counted);
  const counts = useActCounts(counted.map(queryOfView));
  return views.map((view) => ({
    key: view.key,
    label: t(`views.${view.key}`),
    href: view.key === 'all' ? all : viewHref(side, view),
    // Nothing is shown for none, and for a view that is not counted.
    count: counts[counted.indexOf(view)] || undefined,
  }));
}

function NewActs() {
  const t = useTexts('acts');
  return (
    <>
      <Button
        component={AppLink}
        href="/lk/business/acts/import"
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      >
        {t('import')}
      </Button>
      <Button
        component={AppLink}
        href="/lk/business/acts/creating-act"
        data-key="create"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    </>
  );
}

function NoActs({ actor, waiting }: { actor: Actor; waiting: boolean }) {
  const t = useTexts('acts');
  if (waiting) {
    const all = { label: t('all_acts'), href: `/lk/${actor.side}/acts` };
    return <EmptyState title={t('empty.waiting')} hint={t('empty.waiting_hint')} action={all} />;
  }
  if (actor.side === 'executor') {
    const contracts = { label: t('empty.to_contracts'), href: '/lk/executor/contracts' };
    return <EmptyState title={t('empty.executor')} hint={t('empty.executor_hint')} action={contracts} />;
  }
  return (
    <EmptyState title={t('empty.business')} hint={t('empty.business_hint')} noAction="no_right">
      {actor.rights.has('manage_acts') && <NewActs />}
      <AppLink href="/lk/business/example" className="k-inline k-middle k-high-24">
        {t('empty.example')}
      </AppLink>
    </EmptyState>
  );
}
