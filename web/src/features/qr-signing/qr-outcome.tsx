import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconClock, IconClockOff, IconDeviceMobile, IconForbid2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { QrProgress } from './qr-signing.data.ts';
import css from './qr-signing.module.css';
import type { Stage } from './qr-stage.ts';

interface QrOutcomeProps {
  stage: Stage;
  session: QrProgress | null;
  onNewCode: () => void;
}

const SIZE = 44;

/** In words how far it has come; said aloud as it changes. */
export function QrOutcome({ stage, session, onNewCode }: QrOutcomeProps) {
  const t = useTexts('qr-signing');
  const errors = stage === 'cancelled' ? [] : (session?.errors ?? []);
  const over = stage === 'cancelled' || stage === 'expired' || stage === 'rejected';
  return (
    <>
      <div
        role="status"
        className={`k-stack k-gap-8 k-center ${css.outcome}`}
        data-empty={stage === 'waiting' || undefined}
      >
        <Words stage={stage} session={session} />
      </div>
      {errors.length > 0 && (
        <ul role="alert" className={`k-stack k-gap-6 k-fault k-left ${css.errors}`} aria-label={t('errors')}>
          {[...new Set(errors.map((error) => error.message))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {over && <Button onClick={onNewCode}>{t('new_code')}</Button>}
    </>
  );
}

function Words({ stage, session }: Pick<QrOutcomeProps, 'stage' | 'session'>) {
  const t = useTexts('qr-signing');
  switch (stage) {
    case 'waiting':
      return null;
    case 'scanned':
    case 'opened':
      return (
        <Said
          icon={<IconDeviceMobile size={SIZE} stroke={1.5} className="k-accent" aria-hidden />}
          title={t(stage)}
          hint={t(`${stage}_hint`)}
        />
      );
    case 'signing':
      return <Said icon={<Loader size={SIZE} aria-hidden />} title={t('signing')} />;
    case 'refused':
      return (
        <Said
          icon={<IconForbid2 size={SIZE} stroke={1.5} className={css.bad} aria-hidden />}
          title={t('refused')}
          hint={t('refused_hint')}
        />
      );
    case 'cancelled':
      return (
        <Said
          icon={<IconForbid2 size={SIZE} stroke={1.5} className="k-quiet" aria-hidden />}
          title={t('cancelled')}
          hint={t('cancelled_hint')}
        />
      );
    case 'expired':
      return (
        <Said
          icon={<IconClockOff size={SIZE} stroke={1.5} className="k-quiet" aria-hidden />}
          title={t('expired')}
          hint={t('expired_hint')}
        />
      );
    case 'rejected':
      return (
        <Said
          icon={<IconForbid2 size={SIZE} stroke={1.5} className={css.bad} aria-hidden />}
          title={t('refused')}
          hint={t('rejected_hint')}
        />
      );
    case 'awaited': {
      const { signed_count: ok = 0, awaited_count: count = 0, total = 0 } = session ?? {};
      return (
        <Said
          icon={<IconClock size={SIZE} stroke={1.5} className="k-attention" aria-hidden />}
          title={ok === 0 ? t('awaited') : t('partly', { ok, total })}
          hint={t('awaited_hint', { count })}
        />
      );
    }
    case 'signed': {
      const { signed_count: ok = 0, total = 0 } = session ?? {};
      return (
        <Said
          icon={
            <IconCircleCheck
              size={SIZE}
              stroke={1.5}
              className={ok === total ? 'k-good' : 'k-attention'}
              aria-hidden
            />
          }
          title={ok === total ? t('signed') : t('partly', { ok, total })}
          hint={ok === total ? t('signed_hint', { count: ok }) : undefined}
        />
      );
    }
  }
}

function Said({ icon, title, hint }: { icon: ReactNode; title: string; hint?: string | undefined }) {
  return (
    <>
      {icon}
      <p className="k-size-20 k-bold k-balance">{title}</p>
      {hint && <p className={css.second}>{hint}</p>}
    </>
  );
}
