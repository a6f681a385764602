import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileExport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, type Answer } from '../../platform/api.ts';
import { isDeclined } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { queryClient, useAction } from '../../platform/query.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { useLook } from '../lists/public.ts';
import { isPart, leftOf } from './order-look.ts';
import css from './orders.module.css';
import { FILTERS_OFF, OrdersFilters } from './orders-filters.tsx';
import { ORDERS_ON_A_PAGE, type PaymentsState } from './orders-state.ts';
import { staleOrders, useOrders } from './orders.data.ts';
import { useOrderColumns, type OrderDeed } from './orders-table.tsx';
import { usePicked } from './use-picked.ts';

const DecideDialog = lazyPart(() => import('./decide-dialog.tsx'));
const EditDialog = lazyPart(() => import('./edit-dialog.tsx'));
const MakeFileDialog = lazyPart(() => import('./make-file-dialog.tsx'));

export interface OrdersViewProps {
  state: PaymentsState;
  change: (change: SearchChange, how?: { replace?: boolean }) => void;
  summary: Answer<'payments.summary'> | undefined;
  enabled: boolean;
}

/** Payment orders: what waits for a person stands above the list and can be done for all at once. */
export function OrdersView({ state, change, summary, enabled }: OrdersViewProps) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const answer = useOrders(state, enabled);
  const { data } = answer;
  const selection = usePicked(data?.items);
  const [chosen, setChosen] = useState<{ deed: OrderDeed; order: PaymentOrder } | null>(null);
  const [file, setFile] = useState<readonly PaymentOrder[] | 'all' | null>(null);
  const close = () => setChosen(null);
  const approve = useAction('payments.approve', { stale: staleOrders, meta: { quiet: true } });
  const language = useLocale();
  const payslip = useMutation(
    {
      mutationFn: async (order_id: number) => {
        const file = await api.call('bookkeeping.payslip', { params: { order_id }, query: { language } });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  const look = useLook(
    'orders',
    useOrderColumns((deed, order) =>
      deed === 'payslip' ? payslip.mutate(order.id) : setChosen({ deed, order }),
    ),
  );
  const isNarrowed = Boolean(state.search || state.file || state.date_from || state.date_to || state.payee);

  const agree = async (orders: readonly PaymentOrder[]) => {
    const order_ids = orders.map(({ id }) => id);
    const shown = orders.map(({ id: order_id, version }) => ({ order_id, version }));
    try {
      const { approved, left_out } = await approve.mutateAsync({ body: { order_ids, shown } });
      toasts.success(t('second.agreed', { count: approved }));
      if (left_out > 0) toasts.warning(t('second.left_out', { count: left_out }));
      selection.clear();
    } catch (reason) {
      if (!isDeclined(reason)) toasts.error(errorText(reason));
    }
  };
  const picked = selection.rows;
  const every = (may: (order: PaymentOrder) => boolean) => picked.length > 0 && picked.every(may);
  const actions = [
    ...(every((order) => order.may_approve)
      ? [{ label: t('second.agree'), primary: true, onClick: () => void agree(picked) }]
      : []),
    ...(every((order) => order.channel === 'file' && order.status === 'created' && !order.needs_approval)
      ? [{ label: t('file.make'), primary: true, onClick: () => setFile(picked) }]
      : []),
  ];
  return (
    <>
      <WhenWhole>
        {summary && <Waiting summary={summary} onFile={() => setFile('all')} />}
        <OrdersFilters state={state} change={change} />
        <div className={css.line}>
          {data && data.total > 0 && (
            <span className="k-second">
              {t('sum', { count: data.total })}{' '}
              <span className="k-figures">{f.money(data.total_amount)}</span>
            </span>
          )}
        </div>
        <ListTable
          label={t('title')}
          {...look}
          rowKey={(row) => row.id}
          rowName={(row) => t('order', { number: row.number ?? row.id })}
          selected={selection.keys}
          onSelect={selection.select}
          {...pagesOf(answer, state.page, ORDERS_ON_A_PAGE, change)}
          counted
          onResetFilters={isNarrowed ? () => change(FILTERS_OFF) : undefined}
          empty={
            <EmptyState
              title={t(`empty.${state.view}`)}
              hint={t('empty.hint')}
              action={{ label: t('empty.to_acts'), href: '/lk/business/acts' }}
            />
          }
        />
      </WhenWhole>
      {picked.length > 0 && (
        <BulkBar
          text={t('selected', {
            count: picked.length,
            amount: f.money(sumOf(picked)),
          })}
          onClear={selection.clear}
          actions={actions}
        />
      )}
      <Suspense>
        {file !== null && (
          <MakeFileDialog
            orders={file === 'all' ? null : file}
            onClose={(made) => {
              setFile(null);
              if (made) selection.clear();
            }}
          />
        )}
        {chosen?.deed === 'decide' && <DecideDialog order={chosen.order} onClose={close} />}
        {chosen?.deed === 'edit' && <EditDialog order={chosen.order} onClose={close} />}
      </Suspense>
      <CancelDialog order={chosen?.deed === 'cancel' ? chosen.order : null} onClose={close} />
      <div className={css.end} />
    </>
  );
}

const sumOf = (orders: readonly PaymentOrder[]) =>
  formatMoney(orders.reduce((sum, { amount }) => sum + parseMoney(amount)!, 0n));

/** What waits for somebody, in a sentence each; nothing when nothing does. */
function Waiting({ summary, onFile }: { summary: Answer<'payments.summary'>; onFile: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { waiting_file, needs_person } = summary;
  if (waiting_file.orders === 0 && needs_person === 0) return null;
  return (
    <div className={css.waiting}>
      {waiting_file.orders > 0 && (
        <p className={css.notice}>
          <span>
            {t('file.waiting', { count: waiting_file.orders })}{' '}
            <strong className="k-figures">{f.money(waiting_file.amount)}</strong>
          </span>
          <Button leftSection={<IconFileExport size={16} aria-hidden />} onClick={onFile}>
            {t('file.make_all')}
          </Button>
        </p>
      )}
      {needs_person > 0 && (
        <p className={css.notice}>
          <span>
            <IconAlertTriangle size={16} aria-hidden /> {t('silent', { count: needs_person })}
          </span>
        </p>
      )}
    </div>
  );
}

function CancelDialog({ order, onClose }: { order: PaymentOrder | null; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const cancel = useAction('payments.cancel', { stale: staleOrders, meta: { quiet: true } });
  return (
    <ConfirmDialog
      opened={order !== null}
      onClose={onClose}
      title={t(order && isPart(order) ? 'cancel.rest_ask' : 'cancel.ask', {
        amount: order ? f.money(formatMoney(leftOf(order))) : '',
      })}
      confirmLabel={t('cancel.deed')}
      tone="bad"
      onConfirm={async () => {
        await cancel.mutateAsync({ params: { order_id: order!.id } });
        toasts.success(t('cancel.done'));
      }}
    >
      {order && isPart(order)
        ? t('cancel.rest_hint', { act: order.act.number, settled: f.money(order.settled_amount) })
        : t('cancel.hint', { act: order?.act.number ?? '' })}
    </ConfirmDialog>
  );
}
