import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PapersDialog } from '../signing/public.ts';
import type { PapersToSign } from '../signing/public.ts';
import { useAnswer } from './answer.ts';
import css from './esf.module.css';
import { actWithPapers, afterEsf, papersOfAct, useEsfOfAct, useSide, useStanding } from './esf.data.ts';
import type { EsfOfAct } from './esf.data.ts';
import { signsIn, splitPapers } from './esf-look.ts';
import { EsfPaper } from './esf-paper.tsx';
import type { EsfPaperProps } from './esf-paper.tsx';
import { Due } from './due.tsx';
import { Faults } from './faults.tsx';
import { HandDialog } from './hand-dialog.tsx';
import { InboundOfAct } from './inbound-of-act.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { Standing } from './standing.tsx';
import { TurnoverChoice } from './turnover-choice.tsx';

/** What was issued by an act in ИС ЭСФ: its numbers, what it waits for, and what its executor may do about it. */
export default function EsfCard({ act }: { act: Pick<ActView, 'id' | 'status'> }) {
  const t = useTexts('esf');
  const side = useSide();
  const { data, error, refetch } = useEsfOfAct(act.id);
  const [papersToSign, setPapersToSign] = useState<PapersToSign | null>(null);
  const [asked, setAsked] = useState<{ turnover: TurnoverRule | undefined } | EsfDocument | null>(null);
  const expected = BOTH_SIGNED.includes(act.status.code);
  const offers =
    data &&
    (data.documents.length > 0 || data.inbound.length > 0 || data.may_issue || data.may_sign_with_act);
  if (!expected && !offers) return null;
  if (!data)
    return (
      <Card title={t('card')}>
        {error ? (
          <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={72} />
        )}
      </Card>
    );
  const { now, before } = splitPapers(data.documents);
  const papers = (list: readonly EsfDocument[]) =>
    list.map((paper) => (
      <AnsweredPaper
        key={paper.id}
        paper={paper}
        mine={side === 'executor'}
        onSign={setPapersToSign}
        onRefuse={() => setAsked(paper)}
        onRevoke={() => setAsked(paper)}
        onCorrect={() =>
          setPapersToSign({
            title: t('signing.correct_title'),
            hint: t('signing.correct'),
            done: t('signed'),
            ...papersOfAct(act.id, { corrects: paper.id }),
          })
        }
      />
    ));
  return (
    <Card title={t('card')}>
      <div className="k-stack">
        {data.documents.length === 0 && data.inbound.length === 0 && (
          <p className="k-second">
            {t(`${data.issues ? 'nothing' : 'issues_none'}${side === 'executor' ? '' : '_business'}`)}
          </p>
        )}
        {data.is_lessened && <p className="k-soft-quiet k-pad-8-12">{t('lessened_lead')}</p>}
        <Due act_id={act.id} found={data} />
        {data.inbound.length > 0 && (
          <ul className="k-stack k-list">
            {data.inbound.map((invoice) => (
              <InboundOfAct key={invoice.id} invoice={invoice} mine={side === 'executor'} />
            ))}
          </ul>
        )}
        {now.length > 0 && <ul className="k-stack k-list">{papers(now)}</ul>}
        <Issue
          act_id={act.id}
          found={data}
          onSign={setPapersToSign}
          onHand={(turnover) => setAsked({ turnover })}
        />
        {before.length > 0 && (
          <details>
            <summary className={css.summary}>{t('before')}</summary>
            <ul className="k-stack k-list">{papers(before)}</ul>
          </details>
        )}
      </div>
      {papersToSign && (
        <PapersDialog
          papers={papersToSign}
          onClose={(signed) => {
            setPapersToSign(null);
            if (signed) void afterEsf();
          }}
        />
      )}
      {asked && !('id' in asked) && (
        <HandDialog act_id={act.id} found={data} turnover={asked.turnover} onClose={() => setAsked(null)} />
      )}
      {asked && 'id' in asked && side === 'business' && (
        <RefuseDialog paper={asked} onSign={setPapersToSign} onClose={() => setAsked(null)} />
      )}
      {asked && 'id' in asked && side === 'executor' && (
        <RevokeDialog paper={asked} onSign={setPapersToSign} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

/** A paper whose confirmation is signed at once. */
function AnsweredPaper({
  onSign,
  ...props
}: Omit<EsfPaperProps, 'onConfirm'> & { onSign: (papers: PapersToSign) => void }) {
  const toSign = useAnswer(props.paper);
  return <EsfPaper {...props} onConfirm={() => onSign(toSign('confirm'))} />;
}

interface IssueProps {
  act_id: number;
  found: EsfOfAct;
  onSign: (papers: PapersToSign) => void;
  onHand: (turnover: TurnoverRule | undefined) => void;
}

/** What may still be issued: signed where the system is connected, by hand in any case. */
function Issue({ act_id, found, onSign, onHand }: IssueProps) {
  const t = useTexts('esf');
  const side = useSide();
  const { may_issue, may_sign_with_act, faults, documents, kinds } = found;
  const offers = may_issue || may_sign_with_act;
  const why = useId();
  const [chosen, setChosen] = useState<TurnoverRule>();
  const turnover = chosen ?? found.turnover[0]?.rule;
  const needs_sign_in = documents.some((paper) => signsIn(paper, side === 'executor'));
  const { data: standing } = useStanding(offers || needs_sign_in);
  if (!offers) return needs_sign_in && standing ? <Standing standing={standing} needed /> : null;
  const one = kinds.length === 1 ? kinds[0] : null;
  const connected = standing?.is_connected ?? true;
  // Who comes to the button by its name hears what keeps it from being pressed.
  const blocked = faults.length > 0 && { disabled: true, 'aria-describedby': why };
  return (
    <>
      <Faults id={why} faults={faults} />
      {!connected && <p className="k-second">{t('trouble.not_connected')}</p>}
      {standing && connected && !standing.has_login && (
        <p className="k-second">
          {t('standing.no_login')} <AppLink href="/lk/profile">{t('standing.to_settings')}</AppLink>
        </p>
      )}
      {needs_sign_in && standing && <Standing standing={standing} needed />}
      <TurnoverChoice days={found.turnover} chosen={turnover} onChoose={setChosen} />
      <div className="k-row">
        {connected && may_issue && (
          <Button
            variant={one ? 'default' : 'filled'}
            {...blocked}
            onClick={() =>
              onSign({
                title: t('title'),
                hint: t('signing.issue'),
                done: t('signed'),
                ...papersOfAct(act_id, { turnover }),
              })
            }
          >
            {one ? t('issue_one', { kind: t(`kind_of.${one}`) }) : t('issue')}
          </Button>
        )}
        {connected && may_sign_with_act && (
          <Button
            variant="default"
            {...blocked}
            onClick={() =>
              onSign({
                title: t('sign_with_act'),
                hint: t('signing.with_act'),
                done: t('signed'),
                ...actWithPapers(act_id, turnover),
              })
            }
          >
            {t('sign_with_act')}
          </Button>
        )}
        {may_issue && (
          <Button variant={connected ? 'subtle' : 'default'} onClick={() => onHand(turnover)}>
            {t('by_hand')}
          </Button>
        )}
      </div>
    </>
  );
}
