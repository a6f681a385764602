import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import { Button } from '@mantine/core';
import { IconFiles, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useUrlState } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveList } from '../../ui/save-list.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import type { RowKey } from '../../ui/selection.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { OwnViews, useLook, useOwnViews } from '../lists/public.ts';
import { MakeDialog } from '../templates/public.ts';
import { DocumentFilters } from './document-filters.tsx';
import {
  currentView,
  FILTERS_OFF,
  isFiltered,
  readDocumentsList,
  viewHref,
  viewsOf,
} from './documents-list-state.ts';
import { DocumentsBulk } from './documents-bulk.tsx';
import { useDocumentColumns } from './documents-table.tsx';
import css from './documents.module.css';
import { useDocuments, useViewer, useWaitingCount } from './documents.data.ts';

const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'));
const TakeOverDialog = lazyPart(() => import('./take-over-dialog.tsx'));

/** Contracts of the company, on either side. */
export default function DocumentsPage() {
  const t = useTexts('documents');
  const viewer = useViewer();
  const { side } = viewer;
  const [{ query, upload, make }, change] = useUrlState(readDocumentsList);
  const answer = useDocuments(query);
  const { data } = answer;
  const { page: _page, limit: _limit, ...filter } = query;
  const waiting = useWaitingCount();
  const look = useLook('contracts', useDocumentColumns(viewer));
  const own = useOwnViews('contracts', `/lk/${side}/contracts`);
  const selection = useSelection(data?.items);
  const mayUpload = side === 'business' && viewer.rights.has('manage_contracts');
  const openUpload = () => change({ upload: true });
  const [papers, setPapers] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title')}
        count={data?.total}
        countIsExact={data?.is_exact}
        actions={
          mayUpload && (
            <>
              <span className={css.beside}>
                <AppLink href="/lk/business/settings/templates" className="k-inline k-middle k-high-24">
                  {t('templates')}
                </AppLink>
              </span>
              <Button variant="subtle" onClick={() => setPapers(true)}>
                {t('papers.open')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconFiles size={16} aria-hidden />}
                onClick={() => change({ make: true })}
              >
                {t('by_template')}
              </Button>
              <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={openUpload}>
                {t('upload')}
              </Button>
            </>
          )
        }
      />
      <ViewTabs
        label={t('list.views')}
        current={own.current ? `own${own.current.id}` : currentView(side, query)}
        tabs={[
          ...viewsOf(side).map((key) => ({
            key,
            label: t(`list.${key}`),
            href: key === 'all' ? own.all : viewHref(side, key),
            count: key === 'waiting' && waiting ? waiting : undefined,
          })),
          ...own.tabs,
        ]}
      />
      <div className="k-split k-middle">
        <DocumentFilters side={side} query={query} onChange={change} />
        <div className="k-row k-below-16">
          <OwnViews {...own} tabs={[]} />
          <SaveList read={() => api.call('documents.sheet', { query: filter })} />
        </div>
      </div>
      <ListTable
        label={t('title')}
        {...look}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => `/lk/${side}/contracts/${row.id}`}
        peeks
        sort={{ by: query.sort_by ?? 'updated_at', order: query.sort_order ?? 'desc' }}
        onSort={({ by, order }) => change({ sort_by: by, sort_order: order })}
        selected={selection.keys}
        onSelect={selection.select}
        onResetFilters={isFiltered(query) ? () => change(FILTERS_OFF) : undefined}
        empty={
          <EmptyState
            title={t(`list.empty_${side}`)}
            hint={t(`list.empty_${side}_hint`)}
            action={mayUpload ? { label: t('upload'), onClick: openUpload } : undefined}
            noAction={side === 'executor' ? 'others' : 'no_right'}
          />
        }
        list={answer}
        page={query.page ?? 1}
        limit={query.limit ?? 50}
        onPage={(page, how) => change({ page }, how)}
        onLimit={(limit) => change({ limit })}
      />
      <DocumentsBulk
        viewer={viewer}
        query={query}
        list={data}
        selected={selection.documents}
        onSelect={selection.put}
        onClear={selection.clear}
      />
      {mayUpload && upload && (
        <Suspense fallback={null}>
          <UploadDialog
            place={viewer.place}
            onClose={() => change({ upload: undefined }, { replace: true })}
          />
        </Suspense>
      )}
      {mayUpload && make && (
        <Suspense fallback={null}>
          <MakeDialog template_id={null} onClose={() => change({ make: undefined }, { replace: true })} />
        </Suspense>
      )}
      {mayUpload && papers && (
        <Suspense fallback={null}>
          <TakeOverDialog onClose={() => setPapers(false)} />
        </Suspense>
      )}
      <div className={css.end} />
    </>
  );
}

/** Kept by id over paging and filters; those on the screen are always the newest. */
function useSelection(rows: readonly DocumentRow[] | undefined) {
  const [kept, setKept] = useState<ReadonlyMap<number, DocumentRow>>(new Map());
  const shown = new Map(rows?.map((row) => [row.id, row]));
  return {
    documents: [...kept.values()].map((row) => shown.get(row.id) ?? row),
    keys: new Set<RowKey>(kept.keys()),
    select: (next: ReadonlySet<RowKey>) =>
      setKept(
        new Map(
          [...kept.values(), ...shown.values()].filter((row) => next.has(row.id)).map((row) => [row.id, row]),
        ),
      ),
    put: (all: readonly DocumentRow[]) => setKept(new Map(all.map((row) => [row.id, row]))),
    clear: () => setKept(new Map()),
  };
}
