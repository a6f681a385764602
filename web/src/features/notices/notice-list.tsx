import type { NoticeView } from '@kelisim/shared/features/notices/notices.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { useRead } from './notices.data.ts';
import css from './notices.module.css';

/** Each leads to what it tells of, and is read by being followed. */
export function NoticeList({ notices, onLeave }: { notices: readonly NoticeView[]; onLeave?: () => void }) {
  const t = useTexts('notices');
  const f = useFormats();
  const read = useRead();
  return (
    <ul className={css.list}>
      {notices.map(({ id, text, path, is_read, created_at }) => (
        <li key={id}>
          <AppLink
            href={path}
            className={css.notice}
            data-unread={is_read ? undefined : true}
            onClick={() => {
              if (!is_read) read.mutate({ params: { notice_id: id } });
              onLeave?.();
            }}
          >
            <span
              className={css.mark}
              role={is_read ? undefined : 'img'}
              aria-label={is_read ? undefined : t('news.is_new')}
            />
            <span className={css.words}>
              {text}
              <span className={css.second}>{f.relative(created_at)}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
