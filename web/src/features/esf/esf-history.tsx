import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import css from './esf.module.css';
import { ownReason } from './esf-look.ts';

/** What happened to a paper; asked for when it is opened. */
export function EsfHistory({ esf_id }: { esf_id: number }) {
  const t = useTexts('esf');
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={css.summary}>{t('history.open')}</summary>
      {opened && <Steps esf_id={esf_id} />}
    </details>
  );
}

function Steps({ esf_id }: { esf_id: number }) {
  const t = useTexts('esf');
  const { data, error, refetch } = useCall('esf.history', { params: { esf_id } });
  if (error) return <ErrorState error={error} title={t('history.failed')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} />;
  return (
    <Timeline
      entries={data.map(({ id, at, action, name, note }, i) => {
        const own = note && ownReason(note);
        const before = data[i + 1]?.status;
        const refused = action === 'register' && (before === 'confirming' || before === 'refusing');
        return {
          key: id,
          at,
          title: t(refused ? 'history.not_accepted' : `history.action.${action}`),
          ...(name !== null && { who: name }),
          ...(note !== null && { note: own ? t(`reason.${own}`) : note }),
        };
      })}
    />
  );
}
