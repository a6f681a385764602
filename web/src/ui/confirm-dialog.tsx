import { Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './confirm-window.tsx';
import { lazyPart } from './lazy-part.tsx';

const ConfirmWindow = lazyPart(() => import('./confirm-window.tsx'));

/** Asks before a deed. Enter in a field confirms, Escape leaves. Its files come when it is first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ConfirmWindow {...props} />
    </Suspense>
  );
}
