import { COMPANY_QUESTIONS } from '@kelisim/shared/features/taxes/tax-decisions.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { AnswerButton, DecisionPart } from './decision-part.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { PaperButton } from './paper-button.tsx';
import css from './taxes.module.css';

/** What a company may decide for itself of what the law leaves open. */
export default function DecisionsCard({ may_answer }: { may_answer: boolean }) {
  const t = useTexts('tax-decisions');
  const { data, error, refetch } = useCall('taxes.company_decisions');
  const [asked, setAsked] = useState<string | null>(null);
  const own = COMPANY_QUESTIONS.flatMap(
    (question) => data?.items.filter((decision) => decision.question === question) ?? [],
  );
  const wish = own.find(({ question }) => question === asked);
  return (
    <Card title={t('title')}>
      <p className="k-second">{t('lead_company')}</p>
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {own.map((decision) => (
        <section key={decision.question} className={css.question}>
          <div className="k-split k-middle">
            <h3 className="k-title k-flat">{t(`name.${decision.question}`)}</h3>
            {may_answer && (
              <AnswerButton question={decision.question} onClick={() => setAsked(decision.question)} />
            )}
          </div>
          <DecisionPart decision={decision} is_of_company />
        </section>
      ))}
      <div className={`${css.question} k-stack k-gap-12`}>
        <p className="k-second k-flat">{t('all_questions')}</p>
        <div className="k-row">
          <PaperButton call="taxes.company_paper" />
        </div>
      </div>
      {wish && <DecisionDialog decision={wish} is_of_company onClose={() => setAsked(null)} />}
    </Card>
  );
}
