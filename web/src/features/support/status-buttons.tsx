import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { ACTION_TO, ticketTable } from '@kelisim/shared/features/support/ticket-status.ts';
import type { TicketStatus } from '@kelisim/shared/features/support/ticket-status.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { offerUndo } from '../../ui/undo.ts';
import { setStatus } from './support.data.ts';
import { statusOf } from './ticket-look.ts';

/** The likeliest first. */
const STEPS = Object.keys(ACTION_TO).reverse() as (keyof typeof ACTION_TO)[];

/** How far the ticket has come, and a step back from where it went by mistake. */
export function StatusButtons({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const from = statusOf(ticket);
  const place = useRef<HTMLDivElement>(null);
  const move = useMutation({
    mutationFn: async (to: TicketStatus) => {
      await setStatus(ticket.id, to);
      // `from` is what it was when the button was pressed; by now the ticket has been read again.
      offerUndo(t('moved', { id: ticket.id, status: t(`status.${to}`) }), () => setStatus(ticket.id, from));
    },
    // The button that was pressed is gone: whoever pressed it by keyboard goes on with those that came.
    onSuccess: () => place.current?.focus(),
  });
  const steps = STEPS.filter((to) => ticketTable.next(from, ACTION_TO[to], 'support') === to);
  const labelOf = (to: keyof typeof ACTION_TO) =>
    to === 'in_progress' && from !== 'new' ? t('reopen') : t(`action.${ACTION_TO[to]}`);
  return (
    <div ref={place} tabIndex={-1} className="k-stack k-gap-8 k-above-16">
      {steps.map((to, at) => (
        <Button
          key={to}
          variant={at === 0 ? 'filled' : 'default'}
          loading={move.isPending && move.variables === to}
          disabled={move.isPending}
          onClick={() => move.mutate(to)}
        >
          {labelOf(to)}
        </Button>
      ))}
    </div>
  );
}
