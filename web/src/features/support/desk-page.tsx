import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useUrlState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDeskTickets } from './support.data.ts';
import { readTickets } from './tickets-list-state.ts';
import { TicketsList } from './tickets-list.tsx';

const AnswersWindow = lazyPart(() => import('./answers-window.tsx'));

/** `/admin/tickets`: what everybody asks. */
export default function DeskPage() {
  const t = useTexts('support');
  const [{ query }, change] = useUrlState(readTickets);
  const answer = useDeskTickets(query);
  const [answers, setAnswers] = useState(false);
  return (
    <>
      <TicketsList
        side="support"
        place="/admin/tickets"
        query={query}
        onChange={change}
        answer={answer}
        actions={
          <Button
            variant="default"
            leftSection={<IconMessages size={16} aria-hidden />}
            onClick={() => setAnswers(true)}
          >
            {t('answers.title')}
          </Button>
        }
        empty={
          <EmptyState title={t('list.admin_empty')} hint={t('list.admin_empty_hint')} noAction="others" />
        }
      />
      {answers && (
        <Suspense>
          <AnswersWindow onClose={() => setAnswers(false)} />
        </Suspense>
      )}
    </>
  );
}
