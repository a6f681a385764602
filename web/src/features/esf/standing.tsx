import type { EsfStanding } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import css from './esf.module.css';
import { qrOfSignIn } from './esf.data.ts';
import { PhoneDialog } from './phone-dialog.tsx';

/** Whether papers can go now, and the way in where they cannot; `needed` where some wait for it. */
export function Standing({ standing, needed = false }: { standing: EsfStanding; needed?: boolean }) {
  const t = useTexts('esf');
  const [open, setOpen] = useState(false);
  const source = useMemo(() => qrOfSignIn(), []);
  const { is_connected, has_login, is_signed_in } = standing;
  if (!is_connected) return <p className="k-second">{t('trouble.not_connected')}</p>;
  return (
    <div className={css.standing}>
      <StatusDot
        tone={is_signed_in ? 'good' : 'quiet'}
        label={t(is_signed_in ? 'standing.in' : 'standing.out')}
      />
      {needed && !is_signed_in && <span className={css.full}>{t('trouble.sign_in')}</span>}
      {!is_signed_in &&
        (has_login ? (
          <Button
            variant={needed ? 'filled' : 'default'}
            size={needed ? 'sm' : 'compact-sm'}
            onClick={() => setOpen(true)}
          >
            {t('sign_in')}
          </Button>
        ) : (
          <span className="k-second">
            {t('standing.no_login')} <AppLink href="/lk/profile">{t('standing.to_settings')}</AppLink>
          </span>
        ))}
      {open && (
        <PhoneDialog
          title={t('sign_in')}
          hint={t('phone.sign_in')}
          source={source}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
