import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Fault } from '../../ui/failure.tsx';
import { isOfPassword, KeyPassword, useKeyOpening } from './key-password.tsx';
import type { OpenAnswer } from './signer.ts';
import { useKeptKey } from './signing.data.ts';
import css from './signing.module.css';

interface KeptKeyFormProps {
  user_id: number;
  onOpen: (file: Uint8Array, password: string) => Promise<OpenAnswer>;
}

/** The key that the person has kept here, sealed: it comes to this device, and only here it is opened. */
export function KeptKeyForm({ user_id, onOpen }: KeptKeyFormProps) {
  const t = useTexts('signing');
  const { data: kept } = useKeptKey(user_id);
  const opening = useKeyOpening(onOpen);
  const { fault, password } = opening;
  const [chosen, setChosen] = useState(false);
  useEffect(() => {
    if (chosen) password.current?.focus();
  }, [chosen, password]);
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
      <p className={css.second}>{t('how.kept_hint')}</p>
      {chosen ? (
        <>
          <p>{kept.file_name}</p>
          <Fault text={fault && !isOfPassword(fault) && t(`how.${fault}`)} />
          <KeyPassword opening={opening} />
        </>
      ) : (
        <Button
          className="k-self-start"
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => setChosen(true)}
        >
          {kept.file_name}
        </Button>
      )}
    </form>
  );
}
