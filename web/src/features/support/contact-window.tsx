import { useTexts } from '../../platform/i18n.ts';
import TicketDialog from './ticket-dialog.tsx';

/** Asked from any page, by the help in the frame; the person stays where they are, and the answer comes to the support. */
export default function ContactWindow({ onClose }: { onClose: () => void }) {
  const t = useTexts('support');
  return <TicketDialog title={t('form.contact_title')} onClose={onClose} onSent={onClose} />;
}
