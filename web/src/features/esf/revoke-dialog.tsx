import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { afterEsf, askRevocation, qrOfRevocation } from './esf.data.ts';
import type { PhoneDialogProps } from './phone-dialog.tsx';

interface RevokeDialogProps {
  paper: EsfDocument;
  /** The system has it already: what revokes it is signed. */
  onPhone: (phone: Omit<PhoneDialogProps, 'onClose'>) => void;
  onClose: () => void;
}

export function RevokeDialog({ paper, onPhone, onClose }: RevokeDialogProps) {
  const t = useTexts('esf');
  const [reason, setReason] = useState('');
  const what = t('number', { kind: t(`kind.${paper.kind}`), number: paper.number });
  const title = t('revoke_title', { what });
  const way = paper.channel === 'hand' ? 'hand' : paper.status === 'ready' ? 'here' : 'phone';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={t(way === 'phone' ? 'go_on' : 'revoke')}
      tone={way === 'phone' ? undefined : 'bad'}
      disabled={!reason.trim()}
      onConfirm={async () => {
        const { code } = await askRevocation(paper.id, reason.trim());
        if (code) {
          onPhone({ title, hint: t('phone.revoke'), source: qrOfRevocation(paper.id, reason.trim(), code) });
          return;
        }
        toasts.success(t('revoked'));
        await afterEsf();
      }}
    >
      <p>{t(`revoke_lead.${way}`)}</p>
      <Textarea
        label={t('revoke_reason')}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
        required
      />
    </ConfirmDialog>
  );
}
