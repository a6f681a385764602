import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Download } from '../proofs/public.ts';
import type { Side } from './document-look.ts';
import css from './documents.module.css';

/** A signature on paper: what the executor has said of it, until when they may, and its scan. */
export function HandCard({ document, side }: { document: DocumentView; side: Side }) {
  const t = useTexts('documents');
  const f = useFormats();
  const { hand } = document;
  if (!hand) return null;
  const say = () => {
    if (hand.state === 'disputed') return t(`hand.disputed_${side}`, { reason: hand.dispute_reason ?? '' });
    if (hand.decided_at) return t('hand.decided', { date: f.date(hand.decided_at) });
    if (hand.confirmed_at) return t(`hand.confirmed_${side}`, { date: f.date(hand.confirmed_at) });
    if (document.status.code !== 'signed_by_hand') return t('hand.counted');
    if (!hand.counts_on) return t(`hand.unshown_${side}`);
    return t(`hand.waiting_${side}`, { date: f.date(hand.counts_on) });
  };
  return (
    <Card title={t('hand.title')}>
      <p className={hand.state === 'disputed' ? css.reason : css.plain}>{say()}</p>
      {hand.counts_on && (
        <Download
          label={t('page.download_scan')}
          read={() => api.call('documents.scan', { params: { doc_id: document.id } })}
        />
      )}
    </Card>
  );
}
