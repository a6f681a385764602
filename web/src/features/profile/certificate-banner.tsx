import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import type { OwnCertificate } from './profile.data.ts';

/** How long the certificate still lives and what to do; the last week is red. */
export default function CertificateBanner({ certificate }: { certificate: OwnCertificate }) {
  const t = useTexts('profile');
  const f = useFormats();
  const { warning, days_left, valid_until } = certificate;
  if (warning === 'none') return null;
  const date = f.date(valid_until);
  const words =
    warning === 'ended'
      ? t('warning.ended', { date })
      : days_left === 0
        ? t('warning.today')
        : t(`warning.${warning}`, { count: days_left, date });
  return (
    <Banner
      className="k-round-12"
      bad={warning === 'urgent' || warning === 'ended'}
      words={words}
      href="/lk/profile"
      link={t('warning.open')}
    />
  );
}
