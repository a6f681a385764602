import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from './facts.tsx';
import { SignatureVerdictCard } from './signature-verdict-card.tsx';
import { StatusNote } from './status-note.tsx';
import { useCardCheck } from './verification.data.ts';
import css from './verification.module.css';

const SAYS = { valid: 'card_good', invalid: 'card_bad', indeterminate: 'card_unsure' } as const;

/** What an electronic document card says of itself: one bad signature makes all of it untrusted. */
export function CardResult({ card }: { card: File }) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const f = useFormats();
  const { data, error, again } = useCardCheck(card);
  const name = t('by_files.card', { name: card.name });
  return (
    <section aria-label={name} className={css.result}>
      <h2 className="k-anywhere k-title">{name}</h2>
      {Boolean(error) && (
        <ErrorState error={error} hint={t('by_files.failed', { name: card.name })} onRetry={again} />
      )}
      {!data && !error && (
        <div aria-busy>
          <p role="status" className={css.second}>
            {t('by_files.checking')}
          </p>
          <Bone height={180} />
        </div>
      )}
      {data && (
        <StatusNote status={data.status} title={t(`by_files.${SAYS[data.status]}`)}>
          {data.reason && word(`reason.${data.reason}`, t('reason.other'))}
        </StatusNote>
      )}
      {data?.card && (
        <Card title={t('by_files.card_document')}>
          <Facts
            rows={[
              [t('document.name'), data.card.name],
              [t('document.size'), f.bytes(data.card.size)],
              [
                t('document.bytes'),
                <span key="bytes" className={css.code}>
                  {data.card.sha256}
                </span>,
              ],
            ]}
          />
        </Card>
      )}
      {data?.signers.map((verdict, at) => (
        <SignatureVerdictCard
          // oxlint-disable-next-line react/no-array-index-key -- the signers of one card have no other name
          key={at}
          verdict={verdict}
          over={t('verdict.bytes_card')}
        />
      ))}
    </section>
  );
}
