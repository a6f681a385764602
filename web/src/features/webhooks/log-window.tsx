import { DELIVERY_STATES, type DeliveryState } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import type { EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction, useCall } from '../../platform/query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPager } from '../../ui/list-pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Window } from '../../ui/window.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { nameOf } from './endpoint-row.tsx';

const ON_A_PAGE = 20;
const SOON_MS = 2_000;

interface LogWindowProps {
  item: EndpointView;
  stale: readonly string[];
  onClose: () => void;
}

/** What was sent to an endpoint, with request and answer, while it is sent too. */
export default function LogWindow({ item, stale, onClose }: LogWindowProps) {
  const t = useTexts('webhooks');
  const [page, setPage] = useState(1);
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const list = useCall(
    'webhooks.deliveries',
    {
      params: { endpoint_id: item.id },
      query: { page, limit: ON_A_PAGE, ...(state !== 'all' && { state }) },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        item.state === 'on' && data?.items.some((one) => one.state === 'waiting') ? SOON_MS : false,
    },
  );
  const { data, error, refetch } = list;
  const test = useAction('webhooks.test', { stale });
  return (
    <Window opened size="lg" onClose={onClose} title={t('log_title', { name: nameOf(item) })}>
      <div className="k-stack">
        <div className="k-split k-bottom">
          <p className="k-second">{t('log_hint')}</p>
          <Select
            allowDeselect={false}
            label={t('log_state')}
            data={[
              { value: 'all', label: t('log_all') },
              ...DELIVERY_STATES.map((one) => ({ value: one, label: t(`log_states.${one}`) })),
            ]}
            value={state}
            onChange={(to) => {
              setState((to ?? 'all') as typeof state);
              setPage(1);
            }}
          />
        </div>
        {error && !data && (
          <ErrorState title={t('log_failed')} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton height={160} />}
        {data?.total === 0 &&
          (state === 'all' ? (
            <EmptyState
              title={t('log_empty')}
              hint={t('log_empty_hint')}
              {...(item.state === 'on'
                ? {
                    action: {
                      label: t('test'),
                      onClick: () => test.mutate({ params: { endpoint_id: item.id } }),
                    },
                  }
                : { noAction: 'beside' })}
            />
          ) : (
            <EmptyState
              title={t('log_empty_state')}
              action={{ label: t('log_all'), onClick: () => setState('all') }}
            />
          ))}
        {data && data.total > 0 && (
          <ul className="k-list k-rows" aria-label={t('log')}>
            {data.items.map((one) => (
              <DeliveryRow key={one.id} item={one} endpoint={item} stale={stale} />
            ))}
          </ul>
        )}
        <ListPager list={list} page={page} limit={ON_A_PAGE} onPage={setPage} />
      </div>
    </Window>
  );
}
