import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AnswerButton, DecisionPart } from './decision-part.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { PaperButton } from './paper-button.tsx';
import { TaxTabs } from './tax-tabs.tsx';

/** `/admin/taxes/decisions`: what the law leaves open, with what holds for the installation. */
export default function DecisionsPage() {
  const t = useTexts('tax-decisions');
  const { data, error, refetch } = useCall('taxes.decisions');
  const [asked, setAsked] = useState<string | null>(null);
  const wish = data?.items.find(({ question }) => question === asked);
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} actions={<PaperButton call="taxes.decisions_paper" />} />
      <TaxTabs current="decisions" />
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      <div className="k-stack">
        {data?.items.map((decision) => (
          <Card
            key={decision.question}
            title={t(`name.${decision.question}`)}
            aside={<AnswerButton question={decision.question} onClick={() => setAsked(decision.question)} />}
          >
            <DecisionPart decision={decision} />
          </Card>
        ))}
      </div>
      {wish && <DecisionDialog decision={wish} onClose={() => setAsked(null)} />}
    </>
  );
}
