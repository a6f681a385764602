import { useEffect } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Fault } from '../../ui/failure.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { isOfPassword, KeyPassword, useKeyOpening } from './key-password.tsx';
import type { OpenAnswer } from './signer.ts';
import { useKeptKey } from './signing.data.ts';
import css from './signing.module.css';

interface KeptKeyFormProps {
  user_id: number;
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
  label: string;
}

/** The key that the person has kept here, sealed: it comes to this device, and only here it is opened. */
export function KeptKeyForm({ user_id, onOpen, label }: KeptKeyFormProps) {
  const t = useTexts('signing');
  const { data: kept } = useKeptKey(user_id);
  const opening = useKeyOpening(onOpen);
  const isPhone = useIsPhone();
  const { fault, password } = opening;
  const isKept = Boolean(kept);
  // It comes later than the screen. On a phone the keyboard would cover what is signed; who types already goes on typing.
  useEffect(() => {
    const typing = document.activeElement instanceof HTMLInputElement;
    if (isKept && !isPhone && !typing) password.current?.focus({ preventScroll: true });
  }, [isKept, isPhone, password]);
  if (!kept) return null;
  return (
    <form
      className={css.way}
      aria-label={t('how.kept')}
      onSubmit={(event) => {
        event.preventDefault();
        void opening.open(async () => new TextEncoder().encode(kept.pkcs12));
      }}
    >
      <h3 className="k-title">{t('how.kept')}</h3>
      <p className={css.second}>
        {kept.file_name} · {t('how.kept_hint')}
      </p>
      <Fault text={fault && !isOfPassword(fault) && t(`how.${fault}`)} />
      <KeyPassword opening={opening} label={label} />
    </form>
  );
}
