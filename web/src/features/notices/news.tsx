import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoticeList } from './notice-list.tsx';
import { NEWS_IN_BELL, useNotices, useUnread } from './notices.data.ts';
import css from './notices.module.css';
import { useReadAll } from './read-notices.data.ts';

/** The newest of what this person is told, in the bell. */
export default function News({ onLeave }: { onLeave: () => void }) {
  const t = useTexts('notices');
  const { data, error, refetch } = useNotices({ page: 1, limit: NEWS_IN_BELL });
  const unread = useUnread();
  const readAll = useReadAll();
  const newest = data?.items[0];
  return (
    <section aria-label={t('news.title')}>
      <div className="k-flex k-gap-12 k-baseline k-between k-below-4">
        <h2 className="k-subtitle">{t('news.title')}</h2>
        {unread > 0 && newest && (
          <button
            type="button"
            className={`k-press k-accent k-pad-0 k-high-24 ${css.plain}`}
            onClick={() => readAll.mutate({ body: { up_to: newest.id } })}
          >
            {t('news.read_all')}
          </button>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.items.length === 0 && (
        <p className={`k-block k-second k-small ${css.second}`}>{t('news.empty')}</p>
      )}
      {data && <NoticeList notices={data.items} onLeave={onLeave} />}
      <div className={`k-flex k-between k-above-8 ${css.foot}`}>
        <AppLink href="/lk/notices" onClick={onLeave}>
          {t('news.all')}
        </AppLink>
        <AppLink href="/lk/notices#choices" onClick={onLeave}>
          {t('news.settings')}
        </AppLink>
      </div>
    </section>
  );
}
