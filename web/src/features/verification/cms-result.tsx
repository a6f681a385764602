import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { Bone } from '../../ui/bone.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SignatureVerdictCard } from './signature-verdict-card.tsx';
import { StatusNote } from './status-note.tsx';
import { useCmsCheck } from './verification.data.ts';
import css from './verification.module.css';

/** What one signature file says of the document beside it. */
export function CmsResult({ cms, document }: { cms: File; document: File | null }) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const { data, error, again } = useCmsCheck(cms, document);
  const name = t('by_files.result', { name: cms.name });
  return (
    <section aria-label={name} className={css.result}>
      <h2 className="k-anywhere k-title">{name}</h2>
      {Boolean(error) && (
        <ErrorState error={error} hint={t('by_files.failed', { name: cms.name })} onRetry={again} />
      )}
      {!data && !error && (
        <div aria-busy>
          <p role="status" className={css.second}>
            {t('by_files.checking')}
          </p>
          <Bone height={180} />
        </div>
      )}
      {data && data.signers.length === 0 && (
        <StatusNote status={data.status} title={t(`verdict.${data.status}`)}>
          {word(`reason.${data.reason}`, t('reason.other'))}
        </StatusNote>
      )}
      {data?.signers.map((verdict, at) => (
        <SignatureVerdictCard
          // oxlint-disable-next-line react/no-array-index-key -- the signers of one file have no other name
          key={at}
          verdict={verdict}
          over={document ? t('verdict.bytes_file') : t('verdict.bytes_inside')}
        />
      ))}
    </section>
  );
}
