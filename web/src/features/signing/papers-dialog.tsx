import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import type { Input } from '../../platform/api.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { QrSource } from '../qr-signing/public.ts';

/** The customer's answer to an electronic act. */
type Answered = { esf_id: number } & Input<'esf.prepare_answer'>['body'];

export interface PapersToSign {
  title: string;
  /** What is signed, and what comes of it. */
  hint: string;
  /** Said when all of it was taken. */
  done: string;
  /** What to ask for when it is signed by a key, and the code when by a phone. */
  asked: Input<'esf.prepare'>['body'] | Answered | 'sign_in';
  phone: QrSource;
}

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
