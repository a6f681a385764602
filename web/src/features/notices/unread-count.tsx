import { useFormats } from '../../platform/use-formats.ts';
import css from './notices.module.css';
import { useUnread } from './notices.data.ts';

/** The number on the bell; the words of it are in the name of the button. */
export function UnreadCount() {
  const f = useFormats();
  const unread = useUnread();
  return unread > 0 ? (
    <span className={css.count} aria-hidden>
      {unread > 99 ? '99+' : f.number(unread)}
    </span>
  ) : null;
}
