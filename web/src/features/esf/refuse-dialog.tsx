import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import type { PapersToSign } from '../signing/public.ts';
import { useAnswer } from './answer.ts';

interface RefuseDialogProps {
  paper: EsfDocument;
  onSign: (papers: PapersToSign) => void;
  onClose: () => void;
}

/** Why the customer does not accept an electronic act; what says so is signed next. */
export function RefuseDialog({ paper, onSign, onClose }: RefuseDialogProps) {
  const t = useTexts('esf');
  const toSign = useAnswer(paper);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={toSign('refuse').title}
      confirmLabel={t('go_on')}
      disabled={!reason.trim()}
      onConfirm={() => {
        onSign(toSign('refuse', reason.trim()));
        return Promise.resolve();
      }}
    >
      <p>{t('answer.refuse_lead')}</p>
      <ReasonField label={t('answer.refuse_reason')} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
