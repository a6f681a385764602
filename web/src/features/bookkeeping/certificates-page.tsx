import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import { formatMonth } from '@kelisim/shared/kernel/dates.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { searchFlag, searchWhole, useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { useGo } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { SigningDialog } from '../signing/public.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { usePartners } from './bookkeeping.data.ts';
import { CertificateState } from './certificate-state.tsx';

const AskDialog = lazyPart(() => import('./ask-certificate-dialog.tsx'));

const LIMIT = 20;
const LIST = '/lk/business/income';

const read = (raw: RawSearch) => ({
  waiting: searchFlag(raw, 'waiting') || undefined,
  page: searchWhole(raw, 'page', 1),
});

/** `/lk/business/income`: income certificates that the company has signed, and those that wait for its signature. */
export default function CertificatesPage() {
  const t = useTexts('certificates');
  const go = useGo();
  const rights = useMe()?.rights ?? [];
  const signs = rights.includes('sign');
  const [{ waiting, page }, change] = useUrlState(read);
  const query = { type: 'income_certificate', waiting, page, limit: LIMIT } as const;
  const answer = useCall('documents.list', { query });
  const { data } = answer;
  const parties = usePartners('business').data ?? [];
  const [open, setOpen] = useState<'issue' | 'sign'>();
  const columns = useColumns(signs);
  const to_sign = signs ? (data?.items ?? []).filter(({ status }) => status.code === 'sent') : [];
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={t('lead')}
        actions={
          <>
            {to_sign.length > 1 && (
              <Button variant="default" onClick={() => setOpen('sign')}>
                {t('sign_all', { count: to_sign.length })}
              </Button>
            )}
            {rights.includes('pay') && parties.length > 0 && (
              <Button onClick={() => setOpen('issue')}>{t('business.open')}</Button>
            )}
          </>
        }
      />
      <ViewTabs
        label={t('title')}
        current={waiting ? 'waiting' : 'all'}
        tabs={[
          { key: 'all', label: t('tab_all'), href: LIST },
          { key: 'waiting', label: t('tab_waiting'), href: `${LIST}?waiting=true` },
        ]}
      />
      <ListTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ number }) => t('number', { number })}
        rowHref={({ id }) => `/lk/business/contracts/${id}`}
        {...pagesOf(answer, page, LIMIT, change)}
        counted
        empty={
          waiting ? (
            <EmptyState title={t('empty_waiting')} action={{ label: t('tab_all'), href: LIST }} />
          ) : (
            <EmptyState
              title={t('empty')}
              hint={t('empty_hint')}
              action={{ label: t('to_payments'), href: '/lk/business/payments' }}
            />
          )
        }
      />
      <Suspense fallback={null}>
        {open === 'issue' && (
          <AskDialog
            side="business"
            parties={parties}
            onClose={(document_id) => {
              setOpen(undefined);
              if (document_id) go(`/lk/business/contracts/${document_id}`);
            }}
          />
        )}
      </Suspense>
      <SigningDialog
        doc_type="document"
        ids={to_sign.map(({ id }) => id)}
        opened={open === 'sign'}
        onClose={(signed) => {
          setOpen(undefined);
          if (signed) void invalidate(['documents.', 'home.']);
        }}
      />
    </>
  );
}

function useColumns(signs: boolean): Column<DocumentRow>[] {
  const t = useTexts('certificates');
  const f = useFormats();
  return [
    {
      key: 'person',
      title: t('business.party'),
      card: 'title',
      width: '40%',
      cell: ({ contractor_company: { name }, number, date }) => (
        <TwoLines under={t('number_date', { number, date: f.date(date) })}>{name}</TwoLines>
      ),
    },
    {
      key: 'period',
      title: t('period'),
      card: 'plain',
      cell: ({ start_date, end_date }) => `${formatMonth(start_date)}–${formatMonth(end_date)}`,
    },
    {
      key: 'state',
      title: t('state'),
      card: 'plain',
      cell: ({ status }) => <CertificateState status={status} signs={signs} />,
    },
  ];
}
