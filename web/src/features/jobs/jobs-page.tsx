import { useTexts } from '../../platform/i18n.ts';
import { homeOf } from '../../platform/session.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPager } from '../../ui/list-pager.tsx';
import { rowsOf } from '../../ui/rows-of.ts';
import { useDelayed } from '../../ui/use-delayed.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '@mantine/core';
import { RUNS_ON_A_PAGE, useRuns } from './jobs.data.ts';
import { RunCard } from './run-card.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  /** The work whose rows are open. */
  run: searchWhole(raw, 'run', 0),
});

/** Long work of this person: what runs, what it has come to, what failed. */
export default function JobsPage() {
  const t = useTexts('jobs');
  const [{ page, run }, change] = useUrlState(read);
  const answer = useRuns(page, RUNS_ON_A_PAGE);
  const { data, error, refetch } = answer;
  return (
    <>
      <PageHeader title={t('title')} count={data?.total} sub={t('sub')} />
      {error && !data ? (
        <ErrorCard error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bones />
      ) : rowsOf(data)?.length === 0 ? (
        <NoRuns />
      ) : (
        <>
          <ul className="k-list k-stack k-gap-12 k-below-16" aria-label={t('list')}>
            {data.items.map((one) => (
              <li key={one.id}>
                <RunCard
                  run={one}
                  opened={one.id === run}
                  onOpen={(opened) => change({ run: opened ? one.id : undefined, page }, { replace: true })}
                />
              </li>
            ))}
          </ul>
          <ListPager
            list={answer}
            page={page}
            limit={RUNS_ON_A_PAGE}
            counted
            onPage={(to, how) => change({ page: to, run: undefined }, how)}
          />
        </>
      )}
    </>
  );
}

function NoRuns() {
  const t = useTexts('jobs');
  const me = useMe();
  const home = me && homeOf(me);
  return (
    <Card>
      <EmptyState
        title={t('empty')}
        hint={t(me?.role === 'executor' ? 'empty_hint_executor' : 'empty_hint')}
        action={home ? { label: t('to_acts'), href: `${home}/acts` } : undefined}
        noAction="others"
      />
    </Card>
  );
}

function Bones() {
  const late = useDelayed(true);
  return (
    <div
      className="k-list k-stack k-gap-12 k-below-16"
      style={{ visibility: late ? undefined : 'hidden' }}
      aria-busy
    >
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} h={120} radius="lg" />
      ))}
    </div>
  );
}
