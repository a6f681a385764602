import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useRoute } from '../../platform/route.ts';
import { useMe } from '../../platform/use-who.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { setStatus } from './support.data.ts';
import { statusOf } from './ticket-look.ts';
import { TicketView } from './ticket-view.tsx';

/** `/lk/…/support/{id}`: one's own question and what was answered. */
export default function TicketPage() {
  const { path } = useRoute();
  return (
    <TicketView
      side="user"
      place={path.slice(0, path.lastIndexOf('/'))}
      actions={(ticket) => <CloseButton ticket={ticket} />}
    />
  );
}

/** For the user who asked, and for those who may do everything in the company. */
function CloseButton({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const me = useMe();
  const [asked, setAsked] = useState(false);
  const isOwn = ticket.user_id === me?.id || me?.role_id === 1 || me?.role_id === 3;
  if (!isOwn || statusOf(ticket) === 'closed') return null;
  return (
    <div className="k-stack k-gap-8 k-above-16">
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('action.close')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('close_ask')}
        confirmLabel={t('action.close')}
        onClose={() => setAsked(false)}
        onConfirm={() => setStatus(ticket.id, 'closed')}
      >
        {t('close_hint')}
      </ConfirmDialog>
    </div>
  );
}
