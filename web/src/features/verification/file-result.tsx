import type { ReactNode } from 'react';
import type { SignatureVerdict } from '@kelisim/shared/features/signing/verification.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SignatureVerdictCard } from './signature-verdict-card.tsx';
import css from './verification.module.css';

/** What a file says of its signatures: being checked, not checked, or `children` and a card for each signer. */
export function FileResult({
  name,
  file,
  check: { data, error, again },
  over,
  children,
}: {
  name: string;
  file: File;
  check: { data: { signers: SignatureVerdict[] } | undefined; error: unknown; again: () => void };
  /** The bytes that the signatures are over, in words. */
  over: string;
  children: ReactNode;
}) {
  const t = useTexts('verification');
  return (
    <section aria-label={name} className="k-grid k-gap-16">
      <h2 className="k-anywhere k-title">{name}</h2>
      {Boolean(error) && (
        <ErrorState error={error} hint={t('by_files.failed', { name: file.name })} onRetry={again} />
      )}
      {!data && !error && (
        <div aria-busy>
          <p role="status" className={css.second}>
            {t('by_files.checking')}
          </p>
          <Skeleton height={180} />
        </div>
      )}
      {children}
      {data?.signers.map((verdict, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the signers of one file have no other name
        <SignatureVerdictCard key={at} verdict={verdict} over={over} />
      ))}
    </section>
  );
}
