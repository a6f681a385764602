import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Window } from '../../ui/window.tsx';
import { isProved, ProveForm, type ProvedDeed } from './prove-form.tsx';

export interface Proof {
  /** Runs a deed that wants a fresh proof, and asks for one first where there is none. False: it was not given. */
  withProof: (deed: () => Promise<unknown>) => Promise<boolean>;
  /** The window that asks; put it anywhere on the page. */
  proofWindow: ReactNode;
}

/** A deed that wants a fresh proof asks for it in its own window and then goes on by itself. */
export function useProof(title: string, deed?: ProvedDeed): Proof {
  const t = useTexts('ui');
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  const [asking, setAsking] = useState(false);
  const answer = useRef<(proved: boolean) => void>(() => undefined);
  const ask = () =>
    new Promise<boolean>((done) => {
      answer.current = (proved) => {
        setAsking(false);
        done(proved);
      };
      setAsking(true);
    });
  const withProof = async (deed: () => Promise<unknown>) => {
    if (!isProved(me) && !(await ask())) return false;
    try {
      await deed();
    } catch (error) {
      // The proof ran out between the check here and the call.
      if (!(error instanceof ApiError && error.code === 'fresh_proof_required')) throw error;
      if (!(await ask())) return false;
      await deed();
    }
    return true;
  };
  const proofWindow = (
    <Window
      opened={asking}
      onClose={() => answer.current(false)}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ProveForm
        {...(deed && { deed })}
        onProved={() => answer.current(true)}
        onCancel={() => answer.current(false)}
      />
    </Window>
  );
  return { withProof, proofWindow };
}
