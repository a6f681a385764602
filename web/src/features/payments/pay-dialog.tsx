import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PayFlowProps } from './pay-flow.tsx';

const PayFlow = lazyPart(() => withTexts(import('./pay-flow.tsx'), ['payments', 'auth']));

/** Pays signed acts: how many, how much, from whom, the proof of who it is, the result of each. */
export function PayDialog({ opened, ...rest }: PayFlowProps & { opened: boolean }) {
  if (!opened) return null;
  return (
    <Suspense>
      <PayFlow {...rest} />
    </Suspense>
  );
}
