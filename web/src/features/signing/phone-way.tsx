import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import type { DocType } from './sending.ts';
import css from './signing.module.css';
import { SigningTotal } from './signing-total.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const QrSigning = lazyPart(async () => {
  const door = await import('../qr-signing/public.ts');
  return { default: door.QrSigning };
});

interface PhoneWayProps {
  doc_type: DocType;
  items: readonly ToSign[];
  onKey: () => void;
  onPhoneSigned: () => void;
  onClose: () => void;
}

/** The code for eGov Mobile instead of a key on this device. */
export function PhoneWay({ doc_type, items, onKey, onPhoneSigned, onClose }: PhoneWayProps) {
  const t = useTexts('signing');
  const [done, setDone] = useState(false);
  const [ids] = useState(() => items.map(({ id }) => id));
  return (
    <>
      <SigningTotal doc_type={doc_type} items={items} />
      <Suspense fallback={<Skeleton h={280} />}>
        <QrSigning
          doc_type={doc_type}
          ids={ids}
          onSigned={() => {
            setDone(true);
            onPhoneSigned();
          }}
        />
      </Suspense>
      <div className={css.actions} {...onePress}>
        {done ? (
          <Button autoFocus onClick={onClose}>
            {t('done.close')}
          </Button>
        ) : (
          <Button variant="default" onClick={onKey}>
            {t('how.by_key')}
          </Button>
        )}
      </div>
    </>
  );
}
