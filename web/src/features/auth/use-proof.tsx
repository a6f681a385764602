import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Window } from '../../ui/window.tsx';
import { isProved, ProveForm, type ProvedDeed } from './prove-form.tsx';

/** The proof ran out between the check here and the call, or a password is not enough for this one. */
const ASKED: Record<string, 'any' | 'signature'> = {
  fresh_proof_required: 'any',
  signed_proof_required: 'signature',
};

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
  const [asking, setAsking] = useState<'any' | 'signature' | null>(null);
  const answer = useRef<(proved: boolean) => void>(() => undefined);
  const ask = (how: 'any' | 'signature') =>
    new Promise<boolean>((done) => {
      answer.current = (proved) => {
        setAsking(null);
        done(proved);
      };
      setAsking(how);
    });
  const withProof = async (deed: () => Promise<unknown>) => {
    if (!isProved(me) && !(await ask('any'))) return false;
    try {
      await deed();
    } catch (error) {
      const how = error instanceof ApiError ? ASKED[error.code] : undefined;
      if (!how || !(await ask(how))) {
        if (how) return false;
        throw error;
      }
      await deed();
    }
    return true;
  };
  const proofWindow = (
    <Window
      opened={asking !== null}
      onClose={() => answer.current(false)}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ProveForm
        {...(deed && { deed })}
        bySignature={asking === 'signature'}
        onProved={() => answer.current(true)}
        onCancel={() => answer.current(false)}
      />
    </Window>
  );
  return { withProof, proofWindow };
}
