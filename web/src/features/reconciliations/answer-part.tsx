import type { ReconciliationView } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { may, type Viewer } from './reconciliation-look.ts';

const AnswerForm = lazyPart(() => import('./answer-form.tsx'));

/** The executor's form where an answer is asked for, or can still be changed; else the lines. */
export function AnswerPart({
  act,
  viewer,
  otherwise,
}: {
  act: ReconciliationView;
  viewer: Viewer;
  otherwise: ReactNode;
}) {
  const t = useTexts('reconciliations');
  const [changing, setChanging] = useState(false);
  if (viewer.side !== 'executor' || !may(act, 'agree', viewer)) return otherwise;
  if (act.answered_at && !changing)
    return (
      <>
        <div>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('answer.change')}
          </Button>
        </div>
        {otherwise}
      </>
    );
  return (
    <Suspense>
      <AnswerForm act={act} onDone={() => setChanging(false)} />
    </Suspense>
  );
}
