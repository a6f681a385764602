import type { ApiKeyView } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import { Button } from '@mantine/core';
import { IconBan, IconPlus, IconRefresh } from '@tabler/icons-react';
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
import { KeyRow } from './key-row.tsx';

const KeyDialog = lazyPart(() => import('./key-dialog.tsx'));
const RotateDialog = lazyPart(() => import('./rotate-dialog.tsx'));
const ShownOnce = lazyPart(() => import('../../ui/shown-once.tsx'));

const STALE = ['api_keys.', 'companies.'];
const LIVING: readonly ApiKeyView['state'][] = ['active', 'replaced', 'asleep'];

/** The keys of the company, what each may do and when it was used; a new one is shown once. */
export function KeysCard({ me }: { me: Me }) {
  const t = useTexts('api-keys');
  const { data, error, refetch } = useCall('api_keys.list');
  const [making, setMaking] = useState(false);
  const [rotating, setRotating] = useState<ApiKeyView | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyView | null>(null);
  const [shown, setShown] = useState<{ name: string; key: string } | null>(null);
  const revoke = useAction('api_keys.revoke', { stale: STALE, meta: { quiet: true } });
  const is_director = me.role_id === ROLE_DIRECTOR;
  const living = data?.items.filter(({ state }) => LIVING.includes(state)) ?? [];
  const former = data?.items.filter(({ state }) => !LIVING.includes(state)) ?? [];
  const deedsOf = (item: ApiKeyView) => [
    ...(is_director && item.replaced_by === null
      ? [
          {
            label: t('rotate'),
            icon: <IconRefresh size={16} aria-hidden />,
            onClick: () => setRotating(item),
          },
        ]
      : []),
    {
      label: t('revoke'),
      icon: <IconBan size={16} aria-hidden />,
      tone: 'bad' as const,
      onClick: () => setRevoking(item),
    },
  ];
  const rowsOf = (items: ApiKeyView[], may_change: boolean) => (
    <ul className="k-list k-rows">
      {items.map((item) => (
        <KeyRow key={item.id} item={item} deeds={may_change ? deedsOf(item) : []} />
      ))}
    </ul>
  );
  return (
    <Card
      title={t('keys')}
      aside={
        is_director &&
        living.length > 0 && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      {error && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && data.items.length > 0 && <p className="k-second">{t('keys_hint')}</p>}
      {data && living.length === 0 && (
        <EmptyState
          title={t('empty')}
          hint={t('empty_hint')}
          action={is_director ? { label: t('add'), onClick: () => setMaking(true) } : undefined}
          noAction="no_right"
        />
      )}
      {rowsOf(living, true)}
      {former.length > 0 && (
        <details className="k-above-12">
          <summary>{t('former', { count: former.length })}</summary>
          {rowsOf(former, false)}
        </details>
      )}
      <Suspense>
        {making && data && (
          <KeyDialog
            most_days={data.most_days}
            stale={STALE}
            onMade={setShown}
            onClose={() => setMaking(false)}
          />
        )}
        {rotating && (
          <RotateDialog item={rotating} stale={STALE} onMade={setShown} onClose={() => setRotating(null)} />
        )}
        {shown && (
          <ShownOnce
            title={t('shown_title', { name: shown.name })}
            lead={t('shown_lead')}
            label={t('shown_key')}
            text={shown.key}
            kept={t('done')}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('revoke_ask', { name: revoking?.name ?? '' })}
        confirmLabel={t('revoke')}
        tone="bad"
        onConfirm={async () => {
          await revoke.mutateAsync({ params: { key_id: revoking?.id ?? 0 } });
          toasts.success(t('revoked'));
        }}
      >
        {t('revoke_hint')}
      </ConfirmDialog>
    </Card>
  );
}
