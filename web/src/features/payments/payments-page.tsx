import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useUrlState } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { OrdersView } from './orders-view.tsx';
import { readPayments, viewHref, VIEWS } from './orders-state.ts';
import { useSummary } from './orders.data.ts';

const FilesView = lazyPart(() => import('./files-view.tsx'));
const StatementsView = lazyPart(() => import('./statements-view.tsx'));
const PaySettingsDialog = lazyPart(() => import('./pay-settings-dialog.tsx'));

/** `/lk/business/payments`: the orders, the files they went into, the statements that settled them. */
export default function PaymentsPage() {
  const t = useTexts('payment-orders');
  const me = useMe();
  const mayPay = me?.rights.includes('pay') ?? false;
  const [state, change] = useUrlState(readPayments);
  const { data: summary } = useSummary(mayPay);
  const [settings, setSettings] = useState(false);
  if (me && !mayPay) return <ClosedPage title={t('title')} lack={t('no_right')} hint={t('no_right_hint')} />;
  const counts = {
    waiting: summary?.waiting_file.orders,
    second: summary?.awaiting_approval.orders,
    bank: summary?.in_bank.orders,
    statements: summary?.unmatched,
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          me?.rights.includes('manage_settings') && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setSettings(true)}
            >
              {t('settings.open')}
            </Button>
          )
        }
      />
      <ViewTabs
        label={t('views')}
        current={state.view}
        tabs={VIEWS.map((key) => ({
          key,
          label: t(`view.${key}`),
          href: viewHref(key),
          count: counts[key as keyof typeof counts] || undefined,
        }))}
      />
      <Suspense fallback={<Skeleton height={240} />}>
        {state.view === 'files' ? (
          <FilesView page={state.page} onPage={(page, how) => change({ page }, how)} />
        ) : state.view === 'statements' ? (
          <StatementsView state={state} change={change} />
        ) : (
          <OrdersView state={state} change={change} summary={summary} enabled={mayPay} />
        )}
      </Suspense>
      <Suspense>{settings && <PaySettingsDialog onClose={() => setSettings(false)} />}</Suspense>
    </>
  );
}
