import { asksReason, isFinal } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAskedMany } from '@kelisim/shared/features/acts/act-status.ts';
import { useState } from 'react';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { startBulk } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';

export interface BulkConfirmProps {
  kind: ActAskedMany;
  acts: MeantActs;
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/**
 * Asks before a deed over many acts and starts it. The key is made when the dialog opens: pressed again after a lost
 * answer, it finds the run it has started.
 */
export default function BulkConfirm({ kind, acts, onClose, onStarted }: BulkConfirmProps) {
  const t = useTexts('acts');
  const f = useFormats();
  const [key] = useState(newRandomKey);
  const [reason, setReason] = useState('');
  const { count, amount, left_out = 0 } = acts;
  const shown = f.number(count);
  const confirm = async () => {
    const run_id = await startBulk(kind, acts, reason.trim(), key);
    void invalidate(['jobs.list']);
    onStarted(run_id);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`bulk.${kind}_title`, { count, shown })}
      confirmLabel={t(`actions.${kind}`)}
      tone={isFinal(kind) ? 'bad' : undefined}
      disabled={asksReason(kind) && reason.trim() === ''}
      onConfirm={confirm}
    >
      <p>
        {t('bulk.count', { count, shown })}
        {amount !== null && ` · ${f.money(amount)}`}
      </p>
      {left_out > 0 && <p>{t('bulk.left_out', { shown: f.number(left_out) })}</p>}
      <p>{t(`bulk.${kind}_hint`)}</p>
      {asksReason(kind) && (
        <ReasonField label={t(`ask.${kind}_reason`)} max={1000} value={reason} onChange={setReason} />
      )}
    </ConfirmDialog>
  );
}
