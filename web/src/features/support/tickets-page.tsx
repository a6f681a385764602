import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useRoute } from '../../platform/route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useUrlState } from '../../platform/url-state.ts';
import { useGo } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useOwnTickets } from './support.data.ts';
import { readTickets } from './tickets-list-state.ts';
import { TicketsList } from './tickets-list.tsx';

const TicketDialog = lazyPart(() => import('./ticket-dialog.tsx'));

/** `/lk/…/support`: what the company has asked. */
export default function TicketsPage() {
  const t = useTexts('support');
  const go = useGo();
  const { path } = useRoute();
  const [{ query, create }, change] = useUrlState(readTickets);
  const answer = useOwnTickets(query);
  const open = () => change({ create: true });
  return (
    <>
      <TicketsList
        side="user"
        place={path}
        query={query}
        onChange={change}
        answer={answer}
        actions={
          <Button leftSection={<IconMessagePlus size={16} aria-hidden />} onClick={open}>
            {t('new')}
          </Button>
        }
        empty={
          <EmptyState
            title={t('list.empty')}
            hint={t('list.empty_hint')}
            action={{ label: t('new'), onClick: open }}
          />
        }
      />
      {create && (
        <Suspense>
          <TicketDialog
            title={t('form.title')}
            onClose={() => change({ create: undefined }, { replace: true })}
            onSent={(ticket) => go(`${path}/${ticket.id}`)}
          />
        </Suspense>
      )}
    </>
  );
}
