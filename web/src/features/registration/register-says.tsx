import { Loader } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import css from './registration.module.css';

interface RegisterSaysProps {
  asking: boolean;
  status: 'found' | 'unknown' | 'silent' | 'not_asked' | null;
}

/** How the public register has answered about the number. */
export function RegisterSays({ asking, status }: RegisterSaysProps) {
  const t = useTexts('sign-up');
  return (
    <p
      role="status"
      className={status === 'found' && !asking ? 'k-good' : css.hint}
      hidden={!asking && !status}
    >
      {asking ? (
        <>
          <Loader size={14} aria-hidden /> {t('company.asking')}
        </>
      ) : (
        status && t(`company.${status}`)
      )}
    </p>
  );
}
