import type { NoticeView } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { MouseEvent } from 'react';
import { apiHooks } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { switchCompany } from '../../platform/switch-company.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import css from './notices.module.css';
import { useRead } from './read-notices.data.ts';

/** Each leads to what it tells of, and is read by being followed. */
export function NoticeList({ notices, onLeave }: { notices: readonly NoticeView[]; onLeave?: () => void }) {
  const t = useTexts('notices');
  const f = useFormats();
  const read = useRead();
  const me = useMe();
  /** Where it leads in the company it is of; there first, when the user works in another one now. */
  const goOver = async (company_id: number, path: string) => {
    try {
      await switchCompany(company_id, path);
    } catch (error) {
      apiHooks.untakenError(error);
    }
  };
  return (
    <ul className={css.list}>
      {notices.map(({ id, text, path, company, is_read, created_at }) => {
        const other = company && me && company.id !== me.company?.id ? company : null;
        const mayGo = other !== null && me!.companies.some((own) => own.id === other.id);
        const follow = async (event: MouseEvent) => {
          const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
          if (mayGo && !special) event.preventDefault();
          const marked = is_read ? null : read.mutateAsync({ params: { notice_id: id } }).catch(() => null);
          onLeave?.();
          if (!mayGo || special) return;
          // The page reloads then, and what is on its way would be lost.
          await marked;
          await goOver(other.id, path);
        };
        return (
          <li key={id}>
            <AppLink
              href={other ? `${path}${path.includes('?') ? '&' : '?'}company=${other.id}` : path}
              className={`k-flex k-gap-8 k-first ${css.notice}`}
              data-unread={is_read ? undefined : true}
              onClick={(event) => void follow(event)}
            >
              <span
                className={css.mark}
                role={is_read ? undefined : 'img'}
                aria-label={is_read ? undefined : t('news.is_new')}
              />
              <span className={`k-shrink k-anywhere ${css.words}`}>
                {text}
                <span className={`k-block k-second k-small ${css.second}`}>
                  {[...(other ? [other.name] : []), f.relative(created_at)].join(' · ')}
                </span>
              </span>
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
