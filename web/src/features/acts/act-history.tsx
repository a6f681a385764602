import type { ActView, HistoryEntry } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { statusTone } from './act-words.ts';
import { useActHistory } from './acts.data.ts';

/** Who did what when, newest first. */
export function ActHistory({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const title = useActionName();
  const history = useActHistory(act.id, act.updated_at);
  return (
    <Card title={t('page.history')}>
      {history.error && !history.data && (
        <ErrorState
          error={history.error}
          title={t('history.failed')}
          onRetry={() => void history.refetch()}
        />
      )}
      <Timeline
        entries={(history.data ?? []).map((entry) => ({
          key: entry.id,
          at: entry.created_at,
          title: title(entry),
          who: whoOf(entry, t('history.bank')),
          note: entry.note ?? undefined,
          tone: statusTone(entry.to_status),
        }))}
      />
    </Card>
  );
}

function useActionName(): (entry: HistoryEntry) => string {
  const t = useTexts('acts');
  const states = useTextByCode('states');
  return ({ action, to_status }) => {
    if (action !== 'annul') return states(`act_action.${action}`, action);
    return t(to_status === 'annulment_requested' ? 'history.asked_annulment' : 'history.annulled');
  };
}

/** The person and his company; a company of one person is not named twice. */
function whoOf({ user_name, company_name, action }: HistoryEntry, bank: string): string | undefined {
  if (!user_name && !company_name)
    return action === 'settle' || action === 'reject_payment' ? bank : undefined;
  return [...new Set([user_name, company_name])].filter(Boolean).join(', ');
}
