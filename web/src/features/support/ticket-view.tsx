import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { MessageForm } from './message-form.tsx';
import type { MessageTools } from './message-form.tsx';
import { useMessages, useTicket } from './support.data.ts';
import type { DeskSide } from './support.data.ts';
import css from './support.module.css';
import { statusOf, toneOf } from './ticket-look.ts';
import { TicketThread } from './ticket-thread.tsx';

interface TicketViewProps {
  side: DeskSide;
  /** Address of the list. */
  place: string;
  actions: (ticket: Ticket) => ReactNode;
  tools?: ComponentType<MessageTools>;
}

/** One ticket: what was said, what is said next, and how far it has come. The same for both desks. */
export function TicketView({ side, place, actions, tools }: TicketViewProps) {
  const t = useTexts('support');
  const ticket_id = useIdParam('ticket_id');
  const { data: ticket, error, refetch } = useTicket(ticket_id, side);
  const messages = useMessages(ticket_id, side);
  const end = useRef<HTMLDivElement>(null);
  useFollow(end, messages.data?.length);
  const back = { href: place, label: t('page.back') };
  if (!ticket && error instanceof ApiError && error.status === 404) throw error;
  if (!ticket) {
    return (
      <>
        <PageHeader title={t('page.loading')} back={back} />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius={12} />
        )}
      </>
    );
  }
  const status = statusOf(ticket);
  const isShut = side === 'support' && status === 'closed';
  return (
    <>
      <PageHeader
        title={t('number', { id: ticket.id })}
        back={back}
        sub={<StatusDot tone={toneOf(status, side)} label={t(`status.${status}`)} />}
      />
      <WhenWhole className={css.page}>
        <div className={css.state}>
          <Card>
            <p className="k-flat k-medium k-pretty">
              {t(side === 'support' ? `desk_say.${status}` : `say.${status}`)}
            </p>
            {actions(ticket)}
          </Card>
        </div>
        <section className={`k-stack k-shrink ${css.talk}`} aria-label={t('page.messages')}>
          {messages.error && !messages.data ? (
            <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
          ) : (
            <TicketThread messages={messages.data ?? []} side={side} />
          )}
          <div ref={end} />
          {isShut ? (
            <p className={css.shut}>{t('write.closed')}</p>
          ) : (
            <MessageForm
              key={ticket_id}
              ticket={ticket}
              tools={tools}
              onSent={() => setTimeout(() => end.current?.scrollIntoView({ block: 'center' }), 50)}
            />
          )}
        </section>
        <div className={css.about}>
          <About ticket={ticket} side={side} />
        </div>
      </WhenWhole>
    </>
  );
}

function About({ ticket, side }: { ticket: Ticket; side: DeskSide }) {
  const t = useTexts('support');
  const f = useFormats();
  const theme = TICKET_THEMES[ticket.theme_id - 1] ?? 'other';
  return (
    <Card title={t('page.about')}>
      <KeyValue
        rows={[
          { label: t('page.theme'), value: t(`theme.${theme}`) },
          ...(side === 'support' ? [{ label: t('column.company'), value: ticket.company_name }] : []),
          { label: t('page.asked'), value: ticket.user_name },
          { label: t('page.since'), value: f.moment(ticket.created_at) },
          ...(side === 'support'
            ? [{ label: t('page.language'), value: t(`page.language_${ticket.locale}`) }]
            : []),
        ]}
      />
    </Card>
  );
}

/** A new message comes into sight when the end was in sight before it; who reads above is left there. */
function useFollow(end: { current: HTMLElement | null }, count: number | undefined): void {
  const seen = useRef(false);
  useEffect(() => {
    const mark = end.current;
    if (!mark) return undefined;
    const watch = new IntersectionObserver(([entry]) => {
      seen.current = entry?.isIntersecting ?? false;
    });
    watch.observe(mark);
    return () => watch.disconnect();
  });
  useEffect(() => {
    if (count && seen.current) end.current?.scrollIntoView({ block: 'nearest' });
  }, [count, end]);
}
