import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { SigningFlowProps } from './signing-flow.tsx';

/** Three steps, the certificate, the worker: nothing of it is loaded before somebody signs. */
const SigningFlow = lazyPart(() => withTexts(import('./signing-flow.tsx'), ['signing']));

/** Signs any number of acts or contracts in one gesture: what, by which key, the result of each. */
export function SigningDialog({ opened, ...rest }: SigningFlowProps & { opened: boolean }) {
  if (!opened) return null;
  return (
    <Suspense>
      <SigningFlow {...rest} />
    </Suspense>
  );
}
