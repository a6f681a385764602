import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import type { PapersToSign } from '../signing/public.ts';
import { afterEsf, askRevocation, revocation } from './esf.data.ts';

interface RevokeDialogProps {
  paper: EsfDocument;
  /** The system has it already: what revokes it is signed. */
  onSign: (papers: PapersToSign) => void;
  onClose: () => void;
}

export function RevokeDialog({ paper, onSign, onClose }: RevokeDialogProps) {
  const t = useTexts('esf');
  const [reason, setReason] = useState('');
  const what = t('number', { kind: t(`kind.${paper.kind}`), number: paper.number });
  const title = t('revoke_title', { what });
  const way = paper.channel === 'hand' ? 'hand' : paper.status === 'ready' ? 'here' : 'signed';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={t(way === 'signed' ? 'go_on' : 'revoke')}
      tone={way === 'signed' ? undefined : 'bad'}
      disabled={!reason.trim()}
      onConfirm={async () => {
        if (way === 'signed') {
          const hint = t('signing.revoke');
          onSign({ title, hint, done: t('signed'), ...revocation(paper.id, reason.trim()) });
          return;
        }
        await askRevocation(paper.id, reason.trim());
        toasts.success(t('revoked'));
        await afterEsf();
      }}
    >
      <p>{t(`revoke_lead.${way}`)}</p>
      <ReasonField label={t('revoke_reason')} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
