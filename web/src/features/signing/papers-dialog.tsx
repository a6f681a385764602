import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PapersToSign } from './papers-flow.tsx';

interface PapersDialogProps {
  papers: PapersToSign;
  /** True when at least one signature was accepted: what is on the page is old then. */
  onClose: (signed: boolean) => void;
}

const PapersFlow = lazyPart(async () => {
  const [part] = await Promise.all([import('./papers-flow.tsx'), loadTexts(['signing'])]);
  return part;
});

/** The signing of what ИС ЭСФ takes: the window and the ways of every signing. */
export function PapersDialog(props: PapersDialogProps) {
  useFocusReturn(true);
  return (
    <Suspense>
      <PapersFlow {...props} />
    </Suspense>
  );
}
