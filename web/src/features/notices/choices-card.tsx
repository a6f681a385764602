import { Checkbox } from '@mantine/core';
import { NOTICE_CHANNELS } from '@kelisim/shared/features/notices/notice-channels.ts';
import { ahead, showAhead } from '../../platform/ahead.ts';
import type { Input } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import css from './notices.module.css';

const CHOSEN_AHEAD = ahead(({ body: { kind, channel, is_on } }: Input<'notices.choose'>) => [
  showAhead('notices.choices', {}, (shown) => ({
    ...shown,
    items: shown.items.map((one) => (one.kind === kind ? { ...one, [channel]: is_on } : one)),
  })),
]);

/** Of what this person is told, and in which way. */
export function ChoicesCard() {
  const t = useTexts('notices');
  const { data, error, refetch } = useCall('notices.choices');
  const choose = useAction('notices.choose', CHOSEN_AHEAD);
  const isThere = { in_app: true, sms: data?.has_sms, email: data?.has_email };
  return (
    <Card title={t('choices.title')}>
      <p className="k-second k-below-12">
        {[
          t('choices.lead'),
          ...(data && !data.has_sms ? [t('choices.no_sms')] : []),
          ...(data && !data.has_email ? [t('choices.no_email')] : []),
        ].join(' ')}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <table className={css.choices}>
          <thead>
            <tr>
              <th scope="col">{t('choices.event')}</th>
              {NOTICE_CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`choices.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ kind, is_locked, ...ways }) => (
              <tr key={kind}>
                <th scope="row">
                  {t(`choices.kind.${kind}`)}
                  {is_locked && (
                    <span className={`k-block k-second k-small ${css.second}`}>{t('choices.locked')}</span>
                  )}
                </th>
                {NOTICE_CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={t('choices.switch', {
                        event: t(`choices.kind.${kind}`),
                        channel: t(`choices.${channel}`),
                      })}
                      checked={ways[channel]}
                      disabled={is_locked || !isThere[channel]}
                      onChange={({ currentTarget }) =>
                        choose.mutate({ body: { kind, channel, is_on: currentTarget.checked } })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
