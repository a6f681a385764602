import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import type { ActsToPay } from './pay-acts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export interface PayDialogProps {
  acts: ActsToPay;
  count: number;
  /** Sum of the acts, decimal of the wire. */
  amount: string;
  opened: boolean;
  /** True when payments were asked for: what is on the page is old then. */
  onClose: (started: boolean) => void;
  /** Of more acts than one answer names: follow this run. */
  onMany?: (run_id: number) => void;
  /** Number of an act for its row in the results; the page knows it, the answer does not. */
  nameOf?: (act_id: number) => string | undefined;
}

const PayFlow = lazyPart(async () => {
  const [part] = await Promise.all([import('./pay-flow.tsx'), loadTexts(['payments', 'auth'])]);
  return part;
});

/** Pays signed acts: how many, how much, from whom, the proof of who it is, the result of each. */
export function PayDialog({ opened, ...rest }: PayDialogProps) {
  useFocusReturn(opened);
  if (!opened) return null;
  return (
    <Suspense>
      <PayFlow {...rest} />
    </Suspense>
  );
}
