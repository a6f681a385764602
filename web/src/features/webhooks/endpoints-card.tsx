import type { EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { MOST_ENDPOINTS } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import { Button } from '@mantine/core';
import {
  IconHistory,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconBolt,
  IconBan,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction, useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';
import { EndpointRow, nameOf } from './endpoint-row.tsx';

const EndpointDialog = lazyPart(() => import('./endpoint-dialog.tsx'));
const LogWindow = lazyPart(() => import('./log-window.tsx'));
const ResendDialog = lazyPart(() => import('./resend-dialog.tsx'));
const ShownOnce = lazyPart(() => import('../../ui/shown-once.tsx'));

const STALE = ['webhooks.'];
/** Deliveries change without a word of the server: the list is read again while something waits. */
const SOON_MS = 5_000;

type Opened =
  | { what: 'add' }
  | { what: 'change' | 'log' | 'since' | 'rotate' | 'remove'; item: EndpointView };

/** Where the events of the company are sent; only the director sees it, as only they may change it. */
export function EndpointsCard({ is_director }: { is_director: boolean }) {
  const t = useTexts('webhooks');
  return is_director ? (
    <Endpoints />
  ) : (
    <Card title={t('title')}>
      <p className="k-second">{t('only_director')}</p>
    </Card>
  );
}

function Endpoints() {
  const t = useTexts('webhooks');
  const { data, error, refetch } = useCall('webhooks.list', undefined, {
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === 'on' && item.waiting > 0) ? SOON_MS : false,
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<{ title: string; text: string } | null>(null);
  const close = () => setOpened(null);
  const update = useAction('webhooks.update', { stale: STALE });
  const test = useAction('webhooks.test', { stale: STALE });
  const rotate = useAction('webhooks.rotate', { stale: STALE, meta: { quiet: true } });
  const remove = useAction('webhooks.remove', { stale: STALE, meta: { quiet: true } });
  const deedsOf = (item: EndpointView) => {
    const params = { endpoint_id: item.id };
    const is_on = item.state === 'on';
    const open = (what: 'change' | 'log' | 'since' | 'rotate' | 'remove') => () => setOpened({ what, item });
    const turn = () =>
      update.mutate(
        { params, body: { state: is_on ? 'off' : 'on' } },
        { onSuccess: () => void toasts.success(t(is_on ? 'switched_off' : 'switched_on')) },
      );
    return [
      ...(is_on
        ? [
            {
              label: t('test'),
              icon: <IconBolt size={16} aria-hidden />,
              onClick: () => test.mutate({ params }, { onSuccess: open('log') }),
            },
            { label: t('since'), icon: <IconHistory size={16} aria-hidden />, onClick: open('since') },
          ]
        : []),
      { label: t('change'), icon: <IconEdit size={16} aria-hidden />, onClick: open('change') },
      { label: t('rotate'), icon: <IconRefresh size={16} aria-hidden />, onClick: open('rotate') },
      {
        label: t(is_on ? 'switch_off' : 'switch_on'),
        icon: is_on ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />,
        onClick: turn,
      },
      {
        label: t('remove'),
        icon: <IconBan size={16} aria-hidden />,
        tone: 'bad' as const,
        onClick: open('remove'),
      },
    ];
  };
  const rotating = opened?.what === 'rotate' ? opened.item : null;
  const removing = opened?.what === 'remove' ? opened.item : null;
  return (
    <Card
      title={t('title')}
      aside={
        data &&
        data.items.length > 0 &&
        data.items.length < MOST_ENDPOINTS && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && data.items.length > 0 && <p className="k-second">{t('hint')}</p>}
      {data?.items.length === 0 && (
        <EmptyState
          title={t('empty')}
          hint={t('empty_hint')}
          action={{ label: t('add'), onClick: () => setOpened({ what: 'add' }) }}
        />
      )}
      {data && data.items.length > 0 && (
        <ul className="k-list k-rows" aria-label={t('title')}>
          {data.items.map((item) => (
            <EndpointRow
              key={item.id}
              item={item}
              deeds={deedsOf(item)}
              onLog={() => setOpened({ what: 'log', item })}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {(opened?.what === 'add' || opened?.what === 'change') && (
          <EndpointDialog
            item={opened.what === 'change' ? opened.item : null}
            stale={STALE}
            onMade={(text) => setSecret({ title: t('added_title'), text })}
            onClose={close}
          />
        )}
        {opened?.what === 'log' && <LogWindow item={opened.item} stale={STALE} onClose={close} />}
        {opened?.what === 'since' && <ResendDialog item={opened.item} stale={STALE} onClose={close} />}
        {secret && (
          <ShownOnce
            {...secret}
            lead={t('secret_lead')}
            label={t('secret')}
            kept={t('secret_kept')}
            onClose={() => setSecret(null)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={rotating !== null}
        onClose={close}
        title={t('rotate_ask', { name: rotating ? nameOf(rotating) : '' })}
        confirmLabel={t('rotate')}
        onConfirm={async () => {
          const made = await rotate.mutateAsync({ params: { endpoint_id: rotating?.id ?? 0 } });
          setSecret({ title: t('rotated_title'), text: made.secret });
        }}
      >
        {t('rotate_hint')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing !== null}
        onClose={close}
        title={t('remove_ask', { name: removing ? nameOf(removing) : '' })}
        confirmLabel={t('remove')}
        tone="bad"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { endpoint_id: removing?.id ?? 0 } });
          toasts.success(t('removed'));
        }}
      >
        {t('remove_hint')}
      </ConfirmDialog>
    </Card>
  );
}
