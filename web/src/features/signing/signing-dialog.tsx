import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import type { DocType } from './sending.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export interface SigningDialogProps {
  doc_type: DocType;
  ids: readonly number[];
  opened: boolean;
  /** True when at least one signature was accepted or is still on its way: what is on the page is old then. */
  onClose: (signed: boolean) => void;
  /** Number of a document that cannot be signed, for the list of those; the page knows it, the answer does not. */
  nameOf?: (id: number) => string | undefined;
}

/** Three steps, the certificate, the worker: nothing of it is loaded before somebody signs. */
const SigningFlow = lazyPart(async () => {
  const [part] = await Promise.all([import('./signing-flow.tsx'), loadTexts(['signing'])]);
  return part;
});

/** Signs any number of acts or contracts in one gesture: what, by which key, the result of each. */
export function SigningDialog({ opened, ...rest }: SigningDialogProps) {
  useFocusReturn(opened);
  if (!opened) return null;
  return (
    <Suspense>
      <SigningFlow {...rest} />
    </Suspense>
  );
}
