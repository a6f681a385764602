import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import type { EsfAnswer } from '@kelisim/shared/features/esf/esf-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { PapersToSign } from '../signing/public.ts';
import { answerOf } from './esf.data.ts';

/** What the customer signs to answer an electronic act. */
export function useAnswer(paper: EsfDocument) {
  const t = useTexts('esf');
  const what = t('number', { kind: t(`kind.${paper.kind}`), number: paper.number });
  return (answer: EsfAnswer, reason = ''): PapersToSign => ({
    title: t(`answer.${answer}_title`, { what }),
    hint: t(`answer.${answer}_hint`),
    done: t('signed'),
    ...answerOf(paper.id, answer, reason),
  });
}
