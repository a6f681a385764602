import { useTexts } from '../platform/i18n.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** A page whose parts are still on their way. */
export function PendingView() {
  const t = useTexts('ui');
  return (
    <div role="status" aria-label={t('loading')} className="k-stack k-gap-24">
      <Skeleton height={32} width={220} />
      <Skeleton height={320} />
    </div>
  );
}
