import type { PaymentFile } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { hrefWith } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import type { PagerProps } from '../../ui/pager.tsx';
import { downloadFile } from './download-file.ts';
import css from './orders.module.css';
import { RefusalList } from './refusal-list.tsx';
import { ORDERS_ON_A_PAGE, viewHref } from './orders-state.ts';
import { useFiles } from './orders.data.ts';

const RefuseFileDialog = lazyPart(() => import('./refuse-file-dialog.tsx'));

/** Files that were made: each can be taken again, byte for byte, and leads to its orders. */
export default function FilesView({ page, onPage }: Pick<PagerProps, 'page' | 'onPage'>) {
  const t = useTexts('payment-orders');
  const answer = useFiles(page);
  const [refusing, setRefusing] = useState<PaymentFile | null>(null);
  const columns = useFileColumns(setRefusing);
  return (
    <>
      <ListTable
        label={t('view.files')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        list={answer}
        page={page}
        limit={ORDERS_ON_A_PAGE}
        onPage={onPage}
        counted
        empty={
          <EmptyState
            title={t('empty.files')}
            hint={t('empty.files_hint')}
            action={{ label: t('empty.to_waiting'), href: viewHref('waiting') }}
          />
        }
      />
      {refusing && (
        <Suspense>
          <RefuseFileDialog file={refusing} onClose={() => setRefusing(null)} />
        </Suspense>
      )}
    </>
  );
}

function useFileColumns(onRefuse: (file: PaymentFile) => void): Column<PaymentFile>[] {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const save = useMutation({ mutationFn: downloadFile });
  return [
    {
      key: 'name',
      title: t('column.file'),
      card: 'title',
      cell: (file) => (
        <>
          {file.name}
          <span className={css.second}>{t(`format.${file.format}`)}</span>
          <RefusalList refusals={file.refusals} title={t('file.refused')} />
        </>
      ),
    },
    {
      key: 'orders',
      title: t('column.orders'),
      width: '140px',
      cell: (file) => (
        <AppLink
          href={hrefWith('/lk/business/payments', { file: file.id })}
          className="k-inline k-middle k-high-24"
        >
          {t('orders', { count: file.orders })}
        </AppLink>
      ),
    },
    {
      key: 'made',
      title: t('column.made'),
      width: '220px',
      cell: (file) => (
        <>
          {f.moment(file.created_at)}
          <span className={css.second}>{file.made_by}</span>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('column.amount'),
      width: '160px',
      align: 'right',
      card: 'aside',
      cell: (file) => <Money amount={file.amount} />,
    },
    {
      key: 'deed',
      title: t('column.deed'),
      width: '140px',
      align: 'right',
      card: 'plain',
      cell: (file) => (
        <div className="k-stack k-gap-4">
          <DownloadButton
            variant="subtle"
            size="compact-sm"
            aria-label={t('file.download_of', { name: file.name })}
            onClick={() => save.mutate(file)}
          >
            {t('file.download')}
          </DownloadButton>
          {file.may_refuse && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('refuse.open_of', { name: file.name })}
              onClick={() => onRefuse(file)}
            >
              {t('refuse.open')}
            </Button>
          )}
        </div>
      ),
    },
  ];
}
