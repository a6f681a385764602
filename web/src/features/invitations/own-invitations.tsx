import type { OwnInvitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useGo } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './invitations.module.css';
import { useAccept, useDecline, useOwnInvitations } from './invitations.data.ts';

/** Invitations that wait for the executor's answer; nothing where there are none. */
export function OwnInvitations() {
  const { data } = useOwnInvitations();
  if (!data?.length) return null;
  return (
    <div className="k-stack k-gap-20 k-below-20">
      {data.map((one) => (
        <Invited key={one.invitation_id} invitation={one} />
      ))}
    </div>
  );
}

function Invited({ invitation }: { invitation: OwnInvitation }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const go = useGo();
  const accept = useAccept();
  const decline = useDecline();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { invitation_id, company_name: company } = invitation;
  const params = { invitation_id };
  // This card is gone as soon as the list is read again, so that only the promise still tells of the answer.
  const take = async () => {
    const taken = await accept.mutateAsync({ params }).catch(() => null);
    if (!taken) return;
    toasts.success(t('own.accepted'));
    go(`/lk/executor/contracts/${taken.document_id}`);
  };
  return (
    <Card title={t('own.title')}>
      <p>
        {t('own.text', {
          company,
          contract: invitation.contract_title,
          start: f.date(invitation.contract_start_date),
          end: f.date(invitation.contract_end_date),
        })}
      </p>
      <p className={css.second}>{t('own.until', { date: f.date(invitation.end_date) })}</p>
      <div className="k-row k-middle">
        <Button
          loading={accept.isPending}
          aria-label={t('own.accept_named', { company })}
          onClick={() => void take()}
        >
          {t('own.accept')}
        </Button>
        <Button
          variant="default"
          aria-label={t('own.decline_named', { company })}
          onClick={() => setAsking(true)}
        >
          {t('own.decline')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('own.decline_title')}
        confirmLabel={t('own.decline')}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await decline.mutateAsync({ params, body: reason.trim() ? { reason: reason.trim() } : {} });
          toasts.success(t('own.declined'));
        }}
      >
        <p>{t('own.decline_hint', { company })}</p>
        <ReasonField label={t('own.reason')} value={reason} onChange={setReason} required={false} />
      </ConfirmDialog>
    </Card>
  );
}
