import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';

/** Where an account is open; each can be ended. */
export function SessionsWindow({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts('admin');
  const f = useFormats();
  const { data, error, refetch } = useCall('users.sessions', { params: { user_id: user.id } });
  const end = useAction('users.end_session', {
    stale: ['users.sessions', 'administration.'],
    onSuccess: ({ message }) => void toasts.success(message),
  });
  // A browser that says nothing of itself.
  const nameOf = (device: string) => (device === '—' ? t('sessions.unknown') : device);
  return (
    <Window opened onClose={onClose} title={t('sessions.title', { name: user.full_name })}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.items.length === 0 && <p>{t('sessions.none')}</p>}
      {data && data.items.length > 0 && (
        <ul className="k-list k-rows">
          {data.items.map(({ id, device, ip, last_seen_at }) => {
            const name = nameOf(device);
            return (
              <li key={id}>
                <div>
                  {name}
                  <span className="k-under">
                    {[t('sessions.seen', { time: f.moment(last_seen_at) }), ip].filter(Boolean).join(' · ')}
                  </span>
                </div>
                <Button
                  variant="default"
                  aria-label={t('sessions.end_named', { device: name })}
                  onClick={() => end.mutate({ params: { user_id: user.id, session_id: id } })}
                >
                  {t('sessions.end')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Window>
  );
}
