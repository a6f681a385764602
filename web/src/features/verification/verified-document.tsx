import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconSignature } from '@tabler/icons-react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { outcomeOf, warningOf } from './document-outcome.ts';
import type { Outcome, VerifiedDocument as Checked } from './document-outcome.ts';
import { Facts } from './facts.tsx';
import { Compared, SameFile } from './same-file.tsx';
import { SignatureVerdictCard } from './signature-verdict-card.tsx';
import { StatusNote } from './status-note.tsx';
import { overWord } from './verdict-words.ts';
import css from './verification.module.css';

interface VerifiedDocumentProps {
  document: Checked;
  /** When the check was made, ms since 1970. */
  checked_at: number;
  /** The file that led here, to be compared at once. */
  file?: File | null;
}

const tones: Record<Outcome, 'good' | 'half' | 'quiet' | 'bad' | 'attention'> = {
  both: 'good',
  alone: 'good',
  business: 'half',
  executor: 'half',
  none: 'quiet',
  bad: 'bad',
  unsure: 'attention',
};
const icons = {
  good: IconCircleCheck,
  half: IconSignature,
  quiet: IconSignature,
  bad: IconCircleX,
  attention: IconAlertTriangle,
};

/** The check of one document: the answer in a word, what it is, is it my file, each signature. */
export function VerifiedDocument({ document, checked_at, file }: VerifiedDocumentProps) {
  const t = useTexts('verification');
  const f = useFormats();
  const word = useTextByCode('states');
  // The server named it in the language of the moment; the reader may have changed it since.
  const states = document.type ? 'other_paper' : document.kind;
  const state = word(`${states}.${document.status.code}`, document.status.name);
  const outcome = outcomeOf(document.signatures, document.signers);
  const warning = warningOf(document);
  const tone = tones[outcome];
  const Icon = icons[tone];
  return (
    <div className={css.checked}>
      {document.is_sample && (
        <StatusNote status="indeterminate" title={t('outcome.sample')}>
          {t('outcome.sample_hint')}
        </StatusNote>
      )}
      {file && <Compared file={file} sha256={document.sha256} />}
      {warning && (
        <div className={css.warning} role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            <p className="k-size-16 k-bold">
              {t(warning === 'old' ? 'outcome.old' : 'outcome.void', { state })}
            </p>
            <p>{t(warning === 'old' ? 'outcome.old_hint' : 'outcome.void_hint')}</p>
          </div>
        </div>
      )}
      <div
        className={`k-line k-surface k-gap-12 k-pad-16 k-toned ${css.outcome}`}
        data-tone={warning && outcome !== 'bad' ? 'quiet' : tone}
        role="status"
      >
        <Icon size={32} stroke={1.5} aria-hidden />
        <div>
          <p className="k-size-16 k-bold">{t(`outcome.${outcome}`)}</p>
          <p className={css.second}>
            {t('outcome.checked', { moment: f.moment(new Date(checked_at).toISOString()) })}
          </p>
        </div>
      </div>
      <div className={css.columns}>
        <Card title={t('document.about')}>
          <Facts
            rows={[
              [t('document.state'), state],
              [t('document.amount'), document.amount && <Money amount={document.amount} />],
              [t('document.customer'), <Party key="customer" {...document.company} />],
              [t('document.executor'), <Party key="executor" {...document.contractor_company} />],
              [t('document.id'), <Code key="id" text={document.public_id} name={t('document.id')} />],
              [t('document.frozen'), f.moment(document.frozen_at)],
              [t('document.size'), f.bytes(document.size)],
              [t('document.bytes'), <Code key="bytes" text={document.sha256} name={t('document.bytes')} />],
            ]}
          />
        </Card>
        {!file && <SameFile sha256={document.sha256} />}
      </div>
      {document.signatures.length > 0 && (
        <section aria-label={t('document.signatures')}>
          <h2 className="k-anywhere k-title">{t('document.signatures')}</h2>
          <div className={css.cards}>
            {customerFirst(document.signatures).map(({ card, verdict }) => (
              <SignatureVerdictCard
                key={card.id}
                card={card}
                verdict={verdict}
                over={t(`verdict.${overWord(verdict.algorithm)}`)}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function customerFirst(signatures: Checked['signatures']): Checked['signatures'] {
  return [...signatures].sort((a, b) => a.card.side.localeCompare(b.card.side) || a.card.id - b.card.id);
}

function Party({ name, bin }: { name: string; bin: string }) {
  return (
    <>
      {name}
      <span className={`k-block k-small ${css.under}`}>{bin}</span>
    </>
  );
}

function Code({ text, name }: { text: string; name: string }) {
  return (
    <span className={`k-line k-gap-4 ${css.copied}`}>
      <span className={css.code}>{text}</span>
      <CopyButton text={text} name={name} />
    </span>
  );
}
