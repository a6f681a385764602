import type { PaymentFile } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../platform/i18n.ts';
import { hrefWith } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { PagerProps } from '../../ui/pager.tsx';
import { rowsOf } from '../../ui/rows-of.ts';
import { download } from './make-file-dialog.tsx';
import css from './orders.module.css';
import { ORDERS_ON_A_PAGE } from './orders-state.ts';
import { useFiles } from './orders.data.ts';

/** Files that were made: each can be taken again, byte for byte, and leads to its orders. */
export function FilesView({ page, onPage }: Pick<PagerProps, 'page' | 'onPage'>) {
  const t = useTexts('payment-orders');
  const { data, error, isPlaceholderData, refetch } = useFiles(page);
  const columns = useFileColumns();
  return (
    <>
      <DataTable
        label={t('view.files')}
        columns={columns}
        rows={rowsOf(data)}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('empty.files')} hint={t('empty.files_hint')} />}
      />
      {data && (
        <Pager
          page={page}
          pages={data.pages}
          limit={ORDERS_ON_A_PAGE}
          total={data.total}
          busy={isPlaceholderData}
          onPage={onPage}
        />
      )}
    </>
  );
}

function useFileColumns(): Column<PaymentFile>[] {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const save = useMutation({ mutationFn: download });
  return [
    {
      key: 'name',
      title: t('column.file'),
      card: 'title',
      cell: (file) => (
        <>
          {file.name}
          <span className={css.second}>{t(`format.${file.format}`)}</span>
        </>
      ),
    },
    {
      key: 'orders',
      title: t('column.orders'),
      width: '140px',
      cell: (file) => (
        <AppLink href={hrefWith('/lk/business/payments', { file: file.id })}>
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
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('file.download_of', { name: file.name })}
          onClick={() => save.mutate(file)}
        >
          {t('file.download')}
        </Button>
      ),
    },
  ];
}
