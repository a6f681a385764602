import { useTexts } from '../../platform/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Closed } from './closed-by.ts';

/** A link that leads to no signing: why, and what to do. */
export function ClosedLink({ closed }: { closed: Closed }) {
  const t = useTexts('quick-sign');
  if (closed.kind === 'gone')
    return <EmptyState drawing="broken" title={t('gone.title')} hint={t('gone.hint')} />;
  if (closed.kind === 'stopped') {
    return (
      <EmptyState
        drawing="paper"
        title={t('stopped.title')}
        hint={
          <>
            {closed.message} {t('stopped.hint')}
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      drawing="paper"
      title={t('used.title')}
      hint={t('used.hint')}
      {...(closed.public_id
        ? { action: { label: t('done.open'), href: `/verify/${closed.public_id}` } }
        : {})}
    />
  );
}
