import { useEffect } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPager, pagesOf } from '../../ui/list-pager.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { rowsOf } from '../../ui/rows-of.ts';
import { ChoicesCard } from './choices-card.tsx';
import { NoticeList } from './notice-list.tsx';
import { NOTICES_ON_A_PAGE, useNotices } from './notices.data.ts';
import css from './notices.module.css';
import { RemindersCard } from './reminders-card.tsx';
import { TermCard } from './term-card.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  unread: raw['unread'] === 'true' ? true : undefined,
});

/** `/lk/notices`: everything this person was told, and how they want to be told of what. */
export default function NoticesPage() {
  const t = useTexts('notices');
  const [{ page, unread }, change] = useUrlState(read);
  const answer = useNotices({ page, limit: NOTICES_ON_A_PAGE, unread: unread ?? false });
  const { data, error, refetch } = answer;
  const me = useMe();
  const mayRemind = me?.role === 'business' && me.rights.includes('manage_settings');
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere && location.hash === '#choices') document.getElementById('choices')?.scrollIntoView();
  }, [isThere]);
  return (
    <>
      <PageHeader title={t('page.title')} count={data?.total} />
      <FilterChips
        onReset={() => change({ unread: undefined })}
        chips={[
          {
            key: 'unread',
            label: t('page.only_unread'),
            on: unread === true,
            onToggle: () => change({ unread: unread ? undefined : true }),
          },
        ]}
      />
      <WhenWhole className={`k-stack ${css.page}`}>
        <Card>
          {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton height={200} />}
          {rowsOf(data)?.length === 0 &&
            (unread ? (
              <NothingFound onReset={() => change({ unread: undefined })} />
            ) : (
              <EmptyState
                title={t('page.empty')}
                hint={t('page.empty_hint')}
                action={{
                  label: t('page.to_choices'),
                  onClick: () => document.getElementById('choices')?.scrollIntoView(),
                }}
              />
            ))}
          {data && data.items.length > 0 && <NoticeList notices={data.items} />}
        </Card>
        <ListPager {...pagesOf(answer, page, NOTICES_ON_A_PAGE, change)} />
        {mayRemind && <RemindersCard />}
        {mayRemind && <TermCard term="sign_term" />}
        {mayRemind && <TermCard term="term" />}
        <div id="choices">
          <ChoicesCard />
        </div>
      </WhenWhole>
    </>
  );
}
