import { useFormats } from '../../platform/use-formats.ts';
import css from './notices.module.css';
import { useUnread } from './notices.data.ts';

/** The number on the bell, and the end of its name. */
export function UnreadCount() {
  const f = useFormats();
  const unread = useUnread();
  return unread > 0 ? <span className={css.count}>{unread > 99 ? '99+' : f.number(unread)}</span> : null;
}
