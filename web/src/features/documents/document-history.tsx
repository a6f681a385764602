import type { DocumentEvent, DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { toneOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';
import { useDocumentHistory } from './documents.data.ts';

/** What is over waits for nobody. */
const NOBODY: Viewer = { side: 'business', rights: new Set() };

/** Who did what when, newest first. People of the other side are told by their side alone. */
export function DocumentHistory({ document }: { document: DocumentView }) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const word = useTextByCode('states');
  const isCertificate = document.type.code === 'income_certificate';
  const nameOf = (action: DocumentEvent['action']) => {
    const name = states(`document_action.${action}`);
    return isCertificate ? word(`certificate_action.${action}`, name) : name;
  };
  const { data, error, refetch } = useDocumentHistory(document);
  const who = ({ side, person, api_key }: DocumentEvent) =>
    person && api_key
      ? states('by_key', { key: api_key, name: person })
      : (person ?? (side === 'clock' ? undefined : t(`page.who_${side}`)));
  return (
    <Card title={t('page.history')}>
      {error && !data && (
        <ErrorState error={error} title={t('page.history_failed')} onRetry={() => void refetch()} />
      )}
      <Timeline
        entries={(data ?? []).map((event) => ({
          key: event.id,
          at: event.created_at,
          title: nameOf(event.action),
          who: who(event),
          note: event.note ?? undefined,
          tone: toneOf(event.to_status, NOBODY),
        }))}
      />
    </Card>
  );
}
