import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import type { DocType } from './sending.ts';
import css from './signing.module.css';

/** Papers of the cabinet by their ids, or whatever has a code of its own. */
type Coded = { doc_type: DocType; ids: readonly number[] } | { source: QrSource };

const Code = lazyPart(async () => {
  const [door] = await Promise.all([import('../qr-signing/public.ts'), loadTexts(['qr-signing'])]);
  const { QrSession, QrSigning } = door;
  return {
    default: ({ coded, onSigned }: { coded: Coded; onSigned: () => void }) =>
      'source' in coded ? (
        <QrSession source={coded.source} onSigned={onSigned} />
      ) : (
        <QrSigning {...coded} onSigned={onSigned} />
      ),
  };
});

interface PhoneWayProps {
  coded: Coded;
  onKey: () => void;
  onPhoneSigned: () => void;
  onClose: () => void;
}

/** The code for eGov Mobile instead of a key on this device. */
export function PhoneWay({ coded, onKey, onPhoneSigned, onClose }: PhoneWayProps) {
  const t = useTexts('signing');
  const [done, setDone] = useState(false);
  const [first] = useState(coded);
  return (
    <>
      <Suspense fallback={<Skeleton h={280} />}>
        <Code
          coded={first}
          onSigned={() => {
            setDone(true);
            onPhoneSigned();
          }}
        />
      </Suspense>
      <div className={`k-actions ${css.actions}`} {...onePress}>
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
