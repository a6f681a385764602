import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import css from './signing.module.css';

interface AppWaysProps {
  /** One below the heading it follows. */
  heading?: 'h2' | 'h3';
  /** Null on a phone, where it does not run. */
  onNca: (() => void) | null;
  /** Null where a phone would be shown too many documents. */
  onPhone: (() => void) | null;
}

/** Programs that hold the key themselves. */
export function AppWays({ heading: Heading = 'h3', onNca, onPhone }: AppWaysProps) {
  const t = useTexts('signing');
  const isPhone = useIsPhone();
  if (!onNca && !onPhone) return null;
  return (
    <section className={css.way} aria-label={t('how.apps')}>
      <Heading className="k-title">{t('how.apps')}</Heading>
      <div className={css.keys}>
        {onNca && (
          <AppWay
            icon={<IconDeviceDesktop size={18} aria-hidden />}
            label={t('nca.sign')}
            hint={t('nca.hint')}
            onClick={onNca}
          />
        )}
        {onPhone && (
          <AppWay
            icon={<IconDeviceMobile size={18} aria-hidden />}
            label={t('how.phone')}
            hint={t(isPhone ? 'how.phone_hint_here' : 'how.phone_hint')}
            onClick={onPhone}
          />
        )}
      </div>
    </section>
  );
}

function AppWay(props: { icon: ReactNode; label: string; hint: string; onClick: () => void }) {
  return (
    <div className={css.app}>
      <Button variant="default" fullWidth leftSection={props.icon} onClick={props.onClick}>
        {props.label}
      </Button>
      <p className={css.second}>{props.hint}</p>
    </div>
  );
}
