import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { useOwnCertificate } from './profile.data.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Most days nobody needs it, so the banner and its words come only when there is something to say. */
const Banner = lazyPart(() => withTexts(import('./certificate-banner.tsx'), ['profile']));

/** From thirty days before the person's certificate ends: a banner for the home pages. Otherwise nothing. */
export function CertificateWarning() {
  const { data } = useOwnCertificate();
  const certificate = data?.certificate;
  if (!certificate || certificate.warning === 'none') return null;
  return (
    <Suspense>
      <Banner certificate={certificate} />
    </Suspense>
  );
}
