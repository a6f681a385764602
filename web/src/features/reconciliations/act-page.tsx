import type { ReconciliationView } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { Skeleton } from '@mantine/core';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Figures } from '../../ui/figures.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ActDeeds } from './act-deeds.tsx';
import { ActLines } from './act-lines.tsx';
import { AnswerPart } from './answer-part.tsx';
import { sayOf, TONES, type Side } from './reconciliation-look.ts';
import { useAct, useViewer } from './reconciliations.data.ts';

/** One reconciliation act: its state in words, what can be done, both balances, and every line of both sides. */
export default function ActPage() {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const viewer = useViewer();
  const { side } = viewer;
  const { data: act, error, refetch } = useAct(useIdParam('reconciliation_id'));
  // One of others, or one that was withdrawn: the same page as for an address that leads nowhere.
  if (!act && error instanceof ApiError && error.status === 404) throw error;
  const back = { href: backOf(side, act), label: t('back') };
  if (!act)
    return (
      <>
        <PageHeader title={t('loading')} back={back} />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={320} radius="lg" />
        )}
      </>
    );
  const party = side === 'business' ? act.executor : act.company;
  return (
    <>
      <PageHeader
        title={t('page_title', { party: party.name })}
        back={back}
        sub={`${f.period(act.date_from, act.date_to)} · ${party.bin}`}
      />
      <div className="k-stack">
        <Card>
          <div className="k-split k-gap-24">
            <div className="k-stack k-gap-4 k-grow">
              <StatusDot tone={TONES[act.state]} label={t(`state.${act.state}`)} />
              <p className="k-flat k-size-16 k-medium k-pretty" role="status">
                {t(`say.${side}.${sayOf(act, side)}`)}
              </p>
              {act.answer_until && act.status === 'sent' && (
                <p className="k-second">{t('answer_until', { date: f.date(act.answer_until) })}</p>
              )}
              {act.remark && (
                <p className="k-soft-attention k-flat k-above-4 k-anywhere k-pad-8-12">{act.remark}</p>
              )}
            </div>
            <ActDeeds act={act} viewer={viewer} />
          </div>
        </Card>
        <Balances act={act} />
        <AnswerPart act={act} viewer={viewer} otherwise={<ActLines act={act} side={side} />} />
      </div>
    </>
  );
}

/** A company goes back to the period that the act is of. */
const backOf = (side: Side, act: ReconciliationView | undefined) =>
  `/lk/${side}/reconciliation/acts` +
  (side === 'business' && act ? `?date_from=${act.date_from}&date_to=${act.date_to}` : '');

function Balances({ act }: { act: ReconciliationView }) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const figures = [
    { name: t('opening'), value: f.money(act.opening) },
    { name: t('closing_ours'), value: f.money(act.closing) },
    ...(act.answered_at ? [{ name: t('closing_theirs'), value: f.money(act.their_closing) }] : []),
  ];
  return (
    <Card>
      <Figures figures={figures} />
    </Card>
  );
}
