import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import { Window } from '../../ui/window.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import { afterEsf } from './esf.data.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const QrSession = lazyPart(async () => {
  const [door] = await Promise.all([import('../qr-signing/public.ts'), loadTexts(['qr-signing'])]);
  return { default: door.QrSession };
});

export interface PhoneDialogProps {
  title: string;
  /** What will be signed, and what comes of it. */
  hint: string;
  source: QrSource;
  onClose: () => void;
}

/** Everything for ИС ЭСФ is signed by a phone: its bare signatures come from there alone. */
export function PhoneDialog({ title, hint, source, onClose }: PhoneDialogProps) {
  const t = useTexts('esf');
  const [done, setDone] = useState<'whole' | 'partly' | null>(null);
  return (
    <Window
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="k-stack">
        <p className="k-second">{done === 'whole' ? t('signed') : hint}</p>
        <Suspense fallback={<Skeleton h={280} />}>
          <QrSession
            source={source}
            onSigned={({ errors }) => {
              setDone(errors.length === 0 ? 'whole' : 'partly');
              void afterEsf();
            }}
          />
        </Suspense>
        <div className="k-row k-end" {...onePress}>
          {done ? (
            <Button autoFocus onClick={onClose}>
              {t('done')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
        </div>
      </div>
    </Window>
  );
}
