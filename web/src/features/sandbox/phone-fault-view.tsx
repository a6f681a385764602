import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import css from './phone.module.css';
import type { PhoneFault } from './phone-protocol.ts';

interface PhoneFaultViewProps {
  fault: PhoneFault;
  onBack: (() => void) | null;
  onAgain: () => void;
}

/** Why the phone goes no further: the sentence of the site, or its own. */
export function PhoneFaultView({ fault, onBack, onAgain }: PhoneFaultViewProps) {
  const t = useTexts('phone');
  const { kind, where } = fault;
  const words = kind === 'server' ? where : t(`faults.${kind}`, { where, host: where });
  return (
    <div className={css.end}>
      <IconAlertTriangle size={56} stroke={1.3} className="k-fault" aria-hidden />
      <h2 className={css.title} tabIndex={-1}>
        {t(kind === 'server' && onBack ? 'done.refused' : 'faults.title')}
      </h2>
      <p role="alert">{words}</p>
      {onBack && (
        <Button fullWidth onClick={onBack}>
          {t('faults.back')}
        </Button>
      )}
      <Button variant={onBack ? 'default' : 'filled'} fullWidth onClick={onAgain}>
        {t('faults.again')}
      </Button>
    </div>
  );
}
