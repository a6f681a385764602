import type { ActButton } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { Suspense } from 'react';
import { invalidate } from '../../platform/query.ts';
import { PayDialog } from '../payments/public.ts';
import { QuickSignWindow } from '../quick-sign/public.ts';
import { SigningDialog } from '../signing/public.ts';
import type { Actor } from './actor.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';
import { AskDialog } from './ask-dialog.tsx';

interface ActDialogsProps {
  act: ActView;
  actor: Actor;
  open: ActButton | null;
  onClose: () => void;
}

/** The dialog behind each button of an act. */
export function ActDialogs({ act, actor, open, onClose }: ActDialogsProps) {
  const closeAfter = (changed: boolean) => {
    onClose();
    if (changed) void invalidate(STALE_AFTER_ACT);
  };
  const asks = open !== null && open !== 'sign' && open !== 'pay' && open !== 'edit' && open !== 'send_link';
  return (
    <>
      {asks && <AskDialog key={open} deed={open} act={act} side={actor.side} onClose={onClose} />}
      {open === 'send_link' && (
        <Suspense>
          <QuickSignWindow doc_type="act" id={act.id} onClose={onClose} />
        </Suspense>
      )}
      <SigningDialog doc_type="act" ids={[act.id]} opened={open === 'sign'} onClose={closeAfter} />
      <PayDialog
        acts={{ act_ids: [act.id] }}
        count={1}
        amount={act.amount}
        opened={open === 'pay'}
        onClose={closeAfter}
      />
    </>
  );
}
