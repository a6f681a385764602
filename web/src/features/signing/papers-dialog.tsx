import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PapersToSign } from './papers-flow.tsx';

interface PapersDialogProps {
  papers: PapersToSign;
  /** True when at least one signature was accepted: what is on the page is old then. */
  onClose: (signed: boolean) => void;
}

const PapersFlow = lazyPart(() => withTexts(import('./papers-flow.tsx'), ['signing']));

/** The signing of what ИС ЭСФ takes: the window and the ways of every signing. */
export function PapersDialog(props: PapersDialogProps) {
  return (
    <Suspense>
      <PapersFlow {...props} />
    </Suspense>
  );
}
