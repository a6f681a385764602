import { IN_SIGNING } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { ApiError } from '../../platform/api-error.ts';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { previousUrl } from '../../platform/navigation-trail.ts';
import { PageNotFound, useRoute } from '../../platform/route.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PaperPage, PaperPageWaiting } from '../../ui/paper-page.tsx';
import { ChequeCard } from '../cheques/public.ts';
import { EsfCard } from '../esf/public.ts';
import { ActComments } from './act-comments.tsx';
import { ActDownloads } from './act-downloads.tsx';
import { ActFacts } from './act-facts.tsx';
import { ActFiles } from './act-files.tsx';
import { ActHistory } from './act-history.tsx';
import css from './act-page.module.css';
import { ActPaper } from './act-paper.tsx';
import { ActParties } from './act-parties.tsx';
import { ActPayment } from './act-payment.tsx';
import { ActSchedule } from './act-schedule.tsx';
import { ActServices } from './act-services.tsx';
import { ActState } from './act-state.tsx';
import { useActor } from './actor.ts';
import type { Actor } from './actor.ts';
import { useAct } from './acts.data.ts';

const ActChanges = lazyPart(() => withTexts(import('./act-changes.tsx'), ['versions']));
/** Once both have signed a version it is no question what it was before. */
const UNDECIDED: ReadonlySet<ActStatus> = new Set(['draft', 'returned', ...IN_SIGNING]);

/** One act, for either side: the document, what it waits for, who signed it, what became of its money. */
export default function ActPage() {
  const t = useTexts('acts');
  const act_id = useIdParam('act_id');
  const { path } = useRoute();
  const actor = useActor();
  const act = useAct(act_id);
  const home = `/lk/${actor.side}/acts`;
  if (act.error instanceof ApiError && act.error.status === 404) {
    if (!act.data) throw new PageNotFound(path);
    return (
      <EmptyState
        drawing="search"
        title={t('page.gone')}
        hint={t('page.gone_hint')}
        action={{ label: t('all_acts'), href: home }}
      />
    );
  }
  if (!act.data && act.error) return <ErrorState error={act.error} onRetry={() => void act.refetch()} />;
  if (act.data) return <Shown key={act_id} act={act.data} actor={actor} />;
  return <PaperPageWaiting wide header={{ title: t('title'), back: { href: home, label: t('all_acts') } }} />;
}

/** Back to the list as it was left, with its filters. */
function wayBack(home: string): string {
  const before = previousUrl();
  return before && before.split('?')[0] === home ? before : home;
}

function Shown({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  return (
    <PaperPage
      wide
      header={{
        title: t('number', { number: act.number }),
        sub: act.title,
        back: { href: wayBack(`/lk/${actor.side}/acts`), label: t('all_acts') },
      }}
      state={
        <div className="k-stack">
          <ActState act={act} actor={actor} />
          {act.has_earlier && UNDECIDED.has(act.status.code) && <ActChanges act={act} />}
        </div>
      }
      words={
        <>
          <ActServices act={act} />
          <ActFacts act={act} side={actor.side} />
        </>
      }
      paper={<ActPaper act={act} side={actor.side} />}
      rest={
        <>
          <ActPayment act={act} />
          <ActParties act={act} actor={actor} />
          <div className={`k-no-print ${css.onScreen}`}>
            <ActDownloads act={act} />
            <ActSchedule act={act} actor={actor} />
          </div>
        </>
      }
      late={
        <>
          <ChequeCard act_id={act.id} />
          <EsfCard act={act} />
        </>
      }
      history={
        <>
          <div className={`k-no-print ${css.onScreen}`}>
            <ActFiles act={act} actor={actor} />
            <ActComments act={act} actor={actor} />
          </div>
          <ActHistory act={act} />
        </>
      }
    />
  );
}
