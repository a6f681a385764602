import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './confirm-window.tsx';

const ConfirmWindow = lazy(() => import('./confirm-window.tsx'));

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
