import { useTexts } from '../platform/i18n.ts';
import { Bone } from '../ui/bone.tsx';

/** A page whose parts are still on their way. */
export function PendingView() {
  const t = useTexts('ui');
  return (
    <div role="status" aria-label={t('loading')} className="k-stack k-gap-24">
      <Bone height={32} width={220} />
      <Bone height={320} />
    </div>
  );
}
