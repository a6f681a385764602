import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import type { OpenAnswer } from './signer.ts';
import type { OpenFailure } from './signing-messages.ts';
import css from './signing.module.css';

interface KeyFileFormProps {
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
}

const kinds = ['.p12', '.pfx'];
const MAX_BYTES = 1_000_000;

/** A key file and its password. The password goes to the worker and is kept nowhere else. */
export function KeyFileForm({ onOpen }: KeyFileFormProps) {
  const t = useTexts('signing');
  const form = useRef<HTMLFormElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // The button of the step before is gone; the keyboard goes on from here, unless a test key has taken it.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.focus();
  }, []);
  const [files, setFiles] = useState<File[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<OpenFailure | 'no_password' | 'broken' | null>(null);
  const ofPassword = fault === 'wrong_password' || fault === 'no_password';

  const open = async (event: FormEvent) => {
    event.preventDefault();
    const [file] = files;
    const word = password.current?.value ?? '';
    if (!file || busy) return;
    if (word === '') {
      setFault('no_password');
      password.current?.focus();
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      const answer = await onOpen(new Uint8Array(await file.arrayBuffer()), word);
      if ('failure' in answer) {
        setFault(answer.failure);
        if (answer.failure === 'wrong_password') password.current?.select();
      }
    } catch {
      setFault('broken');
    }
    setBusy(false);
  };
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={css.way}
      aria-label={t('how.file')}
      onSubmit={(event) => void open(event)}
    >
      <FileDrop
        label={t('how.file')}
        kinds={kinds}
        max_bytes={MAX_BYTES}
        max_count={1}
        files={files}
        disabled={busy}
        onChange={(next) => {
          setFiles(next);
          setFault(null);
          // The hand goes on to the password.
          if (next.length > 0) setTimeout(() => password.current?.focus());
        }}
        error={fault && !ofPassword ? t(`how.${fault}`) : undefined}
      />
      <p className={css.second}>{t('how.file_hint')}</p>
      {files.length > 0 && (
        <>
          <PasswordInput
            ref={password}
            label={t('how.password')}
            autoComplete="off"
            spellCheck={false}
            readOnly={busy}
            error={ofPassword ? t(`how.${fault}`) : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('how.show_password'), tabIndex: 0 }}
          />
          <Button type="submit" loading={busy} className={css.openKey}>
            {t('how.open')}
          </Button>
        </>
      )}
    </form>
  );
}
