import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { OpenAnswer } from './signer.ts';
import type { OpenFailure } from './signing-messages.ts';

type KeyFault = OpenFailure | 'no_password' | 'broken';

export interface KeyOpening {
  password: RefObject<HTMLInputElement | null>;
  busy: boolean;
  fault: KeyFault | null;
  forgive: () => void;
  /** Takes the typed password to the worker, with the bytes of the key. */
  open: (read: () => Promise<Uint8Array>) => Promise<void>;
}

/** What is typed goes to the worker and is kept nowhere else. */
export function useKeyOpening(
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>,
): KeyOpening {
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<KeyFault | null>(null);
  const open = async (read: () => Promise<Uint8Array>) => {
    const word = password.current?.value ?? '';
    if (busy) return;
    if (word === '') {
      setFault('no_password');
      password.current?.focus();
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      const answer = await onOpen(await read(), word);
      if ('failure' in answer) {
        setFault(answer.failure);
        if (answer.failure === 'wrong_password') password.current?.select();
      }
    } catch {
      setFault('broken');
    }
    setBusy(false);
  };
  return { password, busy, fault, forgive: () => setFault(null), open };
}

export const isOfPassword = (fault: KeyFault | null): fault is 'wrong_password' | 'no_password' =>
  fault === 'wrong_password' || fault === 'no_password';

/** The field and the button of a form that opens a key; `label` names the deed that follows at once. */
export function KeyPassword({ opening, label }: { opening: KeyOpening; label?: string | undefined }) {
  const t = useTexts('signing');
  const { password, busy, fault } = opening;
  return (
    <>
      <PasswordInput
        ref={password}
        label={t('how.password')}
        autoComplete="off"
        spellCheck={false}
        readOnly={busy}
        error={isOfPassword(fault) ? t(`how.${fault}`) : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('how.show_password'), tabIndex: 0 }}
      />
      <Button type="submit" loading={busy} className="k-self-start">
        {label ?? t('how.open')}
      </Button>
    </>
  );
}
