import { useTexts } from '../../platform/i18n.ts';
import { Money } from '../../ui/money.tsx';
import { PaperGlance, PaperGlanceWaiting } from '../../ui/paper-glance.tsx';
import { ActFacts } from './act-facts.tsx';
import { ActPaper } from './act-paper.tsx';
import { ActServices } from './act-services.tsx';
import { useActLook } from './act-words.ts';
import { useAct } from './acts.data.ts';
import { useActor } from './actor.ts';

/** One act beside the list of acts. */
export default function ActPeek({ id }: { id: number }) {
  const t = useTexts('acts');
  const actor = useActor();
  const look = useActLook(actor);
  const { data: act, error, refetch } = useAct(id);
  if (!act) return <PaperGlanceWaiting error={error} onRetry={() => void refetch()} />;
  const party = actor.side === 'business' ? act.contractor_company : act.company;
  return (
    <PaperGlance
      title={t('number', { number: act.number })}
      sub={`${act.title} · ${party.name}`}
      look={look(act)}
      sum={<Money amount={act.amount} />}
      words={
        <>
          <ActServices act={act} />
          <ActFacts act={act} side={actor.side} />
        </>
      }
      paper={<ActPaper act={act} side={actor.side} />}
    />
  );
}
