import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { SendDialogProps } from './send-dialog.tsx';

const Dialog = lazyPart(() => import('./send-dialog.tsx'));

/** Its form is loaded when somebody sends. */
export function SendDialog(props: SendDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
