import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { T } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useDrop } from '../../ui/use-drop.ts';
import { TermHelp } from '../../ui/term-help.tsx';
import { toBase64 } from './base64.ts';
import { useOwnCertificate } from './profile.data.ts';
import type { OwnCertificate } from './profile.data.ts';
import css from './profile.module.css';

const kinds = ['.cer', '.crt', '.pem', '.der'];
const MAX_BYTES = 15_000;

/** The certificate the person signs with, how long it still lives, and another one in its place. */
export function CertificateCard() {
  const t = useTexts('profile');
  const { data, error, refetch } = useOwnCertificate();
  const [replacing, setReplacing] = useState(false);
  const certificate = data?.certificate ?? null;
  return (
    <Card title={t('certificate.title')} aside={certificate && <StatusDot {...lifeOf(certificate, t)} />}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={190} />}
      {certificate && <Facts certificate={certificate} />}
      {data && !certificate && (
        <>
          <p className="k-bold">{t('certificate.none')}</p>
          <p className="k-second">{t('certificate.none_hint')}</p>
        </>
      )}
      <p className="k-second">
        {t('certificate.issued_by', { center: t('certificate.center') })}
        <TermHelp term="nca" word={t('certificate.center')} />
      </p>
      {data &&
        (certificate && !replacing ? (
          <div className={`k-if-any ${css.actions}`}>
            <Button variant="default" onClick={() => setReplacing(true)}>
              {t('certificate.replace')}
            </Button>
          </div>
        ) : (
          <Drop onDone={() => setReplacing(false)} canLeave={certificate !== null} />
        ))}
    </Card>
  );
}

function Facts({ certificate }: { certificate: OwnCertificate }) {
  const t = useTexts('profile');
  const f = useFormats();
  const { algorithm } = certificate;
  return (
    <KeyValue
      rows={[
        { label: t('certificate.name'), value: certificate.name },
        { label: t('certificate.iin'), value: certificate.iin },
        ...(certificate.bin ? [{ label: t('certificate.bin'), value: certificate.bin }] : []),
        {
          label: t('certificate.valid'),
          value: t('certificate.period', {
            from: f.date(certificate.valid_from),
            until: f.date(certificate.valid_until),
          }),
        },
        {
          label: t('certificate.algorithm'),
          value: algorithm === 'gost512' || algorithm === 'rsa' ? t(`certificate.${algorithm}`) : algorithm,
        },
        { label: t('certificate.serial'), value: certificate.serial, copy: certificate.serial },
      ]}
    />
  );
}

function Drop({ onDone, canLeave }: { onDone: () => void; canLeave: boolean }) {
  const t = useTexts('profile');
  const put = useAction('certificates.put', { stale: ['certificates.'], meta: { quiet: true } });
  const { drop } = useDrop(put);
  const take = async (next: File[]) => {
    drop.onChange(next);
    const [file] = next;
    if (!file) return;
    try {
      await put.mutateAsync({ body: { certificate: await toBase64(file) } });
      toasts.success(t('certificate.kept'));
      onDone();
    } catch {
      // Said beside the field.
    }
  };
  return (
    <div className={`k-above-12 ${css.drop}`}>
      <FileDrop
        label={t('certificate.drop')}
        kinds={kinds}
        max_bytes={MAX_BYTES}
        {...drop}
        onChange={(next) => void take(next)}
      />
      <p className="k-second">{t('certificate.drop_hint')}</p>
      {canLeave && (
        <div className={`k-if-any ${css.actions}`}>
          <Button variant="default" onClick={onDone}>
            {t('certificate.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}

const tones: Record<OwnCertificate['warning'], Tone> = {
  none: 'good',
  soon: 'attention',
  urgent: 'bad',
  ended: 'bad-ring',
};

function lifeOf({ warning, days_left }: OwnCertificate, t: T<'profile'>): { tone: Tone; label: string } {
  const label =
    warning === 'ended'
      ? t('certificate.over')
      : days_left === 0
        ? t('certificate.today')
        : t('certificate.left', { count: days_left });
  return { tone: tones[warning], label };
}
