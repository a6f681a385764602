import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { isOfPassword, KeyPassword, useKeyOpening } from './key-password.tsx';
import type { OpenAnswer } from './signer.ts';
import css from './signing.module.css';

interface KeyFileFormProps {
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
  /** What opening the key leads to, when it is more than that. */
  label?: string;
}

const kinds = ['.p12', '.pfx'];
const MAX_BYTES = 1_000_000;

/** A key file and its password. The password goes to the worker and is kept nowhere else. */
export function KeyFileForm({ onOpen, label }: KeyFileFormProps) {
  const t = useTexts('signing');
  const form = useRef<HTMLFormElement>(null);
  const opening = useKeyOpening(onOpen);
  const { busy, fault } = opening;
  // The button of the step before is gone; the keyboard goes on from here, unless a test key has taken it.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.focus();
  }, []);
  const [files, setFiles] = useState<File[]>([]);
  const [file] = files;
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={css.way}
      aria-label={t('how.file')}
      onSubmit={(event) => {
        event.preventDefault();
        if (file) void opening.open(async () => new Uint8Array(await file.arrayBuffer()));
      }}
    >
      <FileDrop
        label={t('how.file')}
        kinds={kinds}
        max_bytes={MAX_BYTES}
        files={files}
        disabled={busy}
        onChange={(next) => {
          setFiles(next);
          opening.forgive();
          // The hand goes on to the password.
          if (next.length > 0) setTimeout(() => opening.password.current?.focus());
        }}
        error={fault && !isOfPassword(fault) ? t(`how.${fault}`) : undefined}
      />
      <p className={css.second}>{t('how.file_hint')}</p>
      {file && <KeyPassword opening={opening} label={label} />}
    </form>
  );
}
