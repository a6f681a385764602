import { Button, Skeleton } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useSessions } from './security.data.ts';
import css from './security.module.css';

/** Where the account is open; each can be ended. */
export function SessionsCard() {
  const t = useTexts('security');
  const f = useFormats();
  const { data, error, refetch } = useSessions();
  const end = useAction('security.end_session', {
    stale: ['security.'],
    onSuccess: ({ message }) => void toasts.success(message),
  });
  const endOthers = useAction('security.end_others', {
    stale: ['security.'],
    onSuccess: () => void toasts.success(t('sessions.ended_others')),
  });
  const items = data?.items ?? [];
  return (
    <Card
      title={t('sessions.title')}
      aside={
        items.length > 1 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            {t('sessions.end_others')}
          </Button>
        ) : undefined
      }
    >
      <p className={css.second}>
        {t('sessions.lead')} <AppLink href="/auth/login/password-recovery">{t('sessions.strange')}</AppLink>
      </p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      <ul className={`k-list k-rows k-above-8 ${css.rows}`}>
        {items.map((one) => (
          <li key={one.id}>
            <span className={css.words}>
              <span className="k-medium">
                {one.device}
                {one.is_current && <span className={css.tag}>{t('sessions.current')}</span>}
              </span>
              <span className={css.second}>
                {[
                  one.means
                    ? t('sessions.since', { date: f.moment(one.created_at), means: t(`means.${one.means}`) })
                    : f.moment(one.created_at),
                  ...(one.ip ? [one.ip] : []),
                  t('sessions.seen', { date: f.moment(one.last_seen_at) }),
                ].join(' · ')}
              </span>
            </span>
            {!one.is_current && (
              <Button
                variant="default"
                aria-label={t('sessions.end_named', { device: one.device })}
                onClick={() => end.mutate({ params: { session_id: one.id } })}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
