import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';

/** Where an account is open; each can be ended. */
export function SessionsWindow({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts('admin');
  const f = useFormats();
  const { data, error, refetch } = useCall('users.sessions', { params: { user_id: user.id } });
  const end = useDeed('users.end_session', {
    stale: ['users.sessions', 'administration.'],
    onSuccess: ({ message }) => void toasts.success(message),
  });
  return (
    <Window
      opened
      onClose={onClose}
      title={t('sessions.title', { name: user.full_name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bone height={120} />}
      {data?.items.length === 0 && <p>{t('sessions.none')}</p>}
      {data && data.items.length > 0 && (
        <KeyValue
          rows={data.items.map(({ id, device, ip, last_seen_at }) => ({
            label: device,
            value: (
              <>
                {[ip, f.moment(last_seen_at)].filter(Boolean).join(' · ')}{' '}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('sessions.end_named', { device })}
                  onClick={() => end.mutate({ params: { user_id: user.id, session_id: id } })}
                >
                  {t('sessions.end')}
                </Button>
              </>
            ),
          }))}
        />
      )}
    </Window>
  );
}
