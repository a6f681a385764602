import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { Suspense } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Fault } from '../../ui/failure.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActDifferences } from '../quick-sign/public.ts';
import { useActChanges } from './act-changes.data.ts';

/** In what the act differs from what was sent before: whoever returned it reads this and not all of it again. */
export default function ActChangesCard({ act }: { act: ActView }) {
  const t = useTexts('versions');
  const ui = useTexts('ui');
  const f = useFormats();
  const { data, error, refetch } = useActChanges(act);
  return (
    <Card
      title={t('title')}
      {...(data?.before.sent_at && {
        aside: <span className="k-second">{t('since', { moment: f.moment(data.before.sent_at) })}</span>,
      })}
    >
      {data === undefined ? (
        error ? (
          <div className="k-row k-gap-8-16 k-middle">
            <Fault text={errorText(error)} />
            <PlainButton variant="default" onClick={() => void refetch()}>
              {ui('retry')}
            </PlainButton>
          </div>
        ) : (
          <Skeleton height={96} />
        )
      ) : data === null ? (
        <p className="k-second">{t('unreadable')}</p>
      ) : (
        <Suspense fallback={<Skeleton height={96} />}>
          <ActDifferences {...data} />
        </Suspense>
      )}
    </Card>
  );
}
