import { AnswerMenu } from './answer-menu.tsx';
import { StatusButtons } from './status-buttons.tsx';
import { TicketView } from './ticket-view.tsx';

/** `/admin/tickets/{id}`: somebody's question, answered here. */
export default function DeskTicketPage() {
  return (
    <TicketView
      side="support"
      place="/admin/tickets"
      actions={(ticket) => <StatusButtons ticket={ticket} />}
      tools={AnswerMenu}
    />
  );
}
