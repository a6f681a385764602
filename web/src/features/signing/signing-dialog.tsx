import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { SigningFlowProps } from './signing-flow.tsx';

/** Three steps, the certificate, the worker: nothing of it is loaded before somebody signs. */
const SigningFlow = lazyPart(async () => {
  const [part] = await Promise.all([import('./signing-flow.tsx'), loadTexts(['signing'])]);
  return part;
});

/** Signs any number of acts or contracts in one gesture: what, by which key, the result of each. */
export function SigningDialog({ opened, ...rest }: SigningFlowProps & { opened: boolean }) {
  useFocusReturn(opened);
  if (!opened) return null;
  return (
    <Suspense>
      <SigningFlow {...rest} />
    </Suspense>
  );
}
