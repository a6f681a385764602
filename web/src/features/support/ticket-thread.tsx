import type { TicketMessage } from '@kelisim/shared/features/support/support.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { AttachmentView } from './attachment-view.tsx';
import type { DeskSide } from './support.data.ts';
import css from './support.module.css';

interface TicketThreadProps {
  messages: readonly TicketMessage[];
  side: DeskSide;
}

/** What was said, the oldest first; one's own side at the right. */
export function TicketThread({ messages, side }: TicketThreadProps) {
  const t = useTexts('support');
  const f = useFormats();
  const me = useMe();
  const nameOf = (message: TicketMessage) => {
    if (message.user_id === me?.id) return t('page.you');
    return message.user_name ?? message.company_name;
  };
  return (
    <div role="log" aria-label={t('page.messages')}>
      <ol className="k-stack k-gap-12 k-list">
        {messages.map((message) => (
          <li
            key={message.id}
            className={`k-surface k-self-start ${css.message}`}
            data-own={message.by_support === (side === 'support') || undefined}
          >
            <div className={css.messageHead}>
              <span className="k-medium">{nameOf(message)}</span>
              <time dateTime={message.created_at} className="k-second k-small">
                {f.moment(message.created_at)}
              </time>
            </div>
            <p className="k-flat k-above-4 k-prewrap k-anywhere">{message.text}</p>
            {message.attachments.length > 0 && (
              <div className="k-stack k-gap-8 k-above-12">
                {message.attachments.map((file) => (
                  <AttachmentView key={file.id} file={file} />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
