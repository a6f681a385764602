import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileText } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import css from './phone.module.css';
import { PhoneTimeLeft } from './phone-time-left.tsx';
import type { Invitation, PhoneDocument, Shown } from './phone-protocol.ts';

interface PhoneReviewProps {
  invitation: Invitation;
  shown: Shown;
  onNext: () => void;
  onCancel: () => void;
}

/** Who asks for a signature, and each document as it will be signed. */
export function PhoneReview({ invitation, shown, onNext, onCancel }: PhoneReviewProps) {
  const t = useTexts('phone');
  const named = useNamed();
  const [open, setOpen] = useState<PhoneDocument | null>(null);
  if (open) return <OneDocument document={open} onBack={() => setOpen(null)} />;
  const { organisation, description } = invitation;
  return (
    <div className={css.step}>
      <h2 className={css.title} tabIndex={-1}>
        {t('review.title')}
      </h2>
      <div className={`k-stack k-gap-2 k-first ${css.organisation}`}>
        <span className={css.second}>{t('review.organisation')}</span>
        <span className="k-bold k-anywhere">{named(organisation)}</span>
        <span className={css.second}>{t('review.bin', { bin: organisation.bin })}</span>
        <span>{description}</span>
      </div>
      <p className="k-split k-gap-4-16">
        <span>{t('review.documents', { count: shown.documents.length })}</span>
        <PhoneTimeLeft ends_at_ms={invitation.ends_at_ms} />
      </p>
      <ul className="k-stack k-gap-12 k-list">
        {shown.documents.map((document) => (
          <li
            key={document.id}
            className={`k-stack k-gap-8 k-start k-pad-12 k-framed k-round-12 ${css.document}`}
          >
            <span className="k-bold k-anywhere">{named(document)}</span>
            <KeyValue rows={document.meta.map(({ name, value }) => ({ label: name, value }))} />
            <Button
              variant="light"
              size="compact-sm"
              leftSection={<IconFileText size={16} aria-hidden />}
              aria-label={t('review.open_named', { name: named(document) })}
              onClick={() => setOpen(document)}
            >
              {t('review.open')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.deeds}>
        <Button fullWidth onClick={onNext}>
          {t('review.next')}
        </Button>
        <Button fullWidth variant="subtle" color="bad" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}

const PDF = ['application/pdf', '@file/pdf', ''];
const TEXT = ['text/plain', 'text/xml', 'application/xml'];

function OneDocument({ document, onBack }: { document: PhoneDocument; onBack: () => void }) {
  const t = useTexts('phone');
  const named = useNamed();
  const file = useMemo(() => new Blob([document.bytes], { type: 'application/pdf' }), [document]);
  return (
    <div className={css.step}>
      <Button
        className={css.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {t('review.back')}
      </Button>
      <h2 className={css.title} tabIndex={-1}>
        {named(document)}
      </h2>
      {PDF.includes(document.mime) && <PdfView file={file} name={`${named(document)}.pdf`} />}
      {TEXT.includes(document.mime) && (
        <pre className="k-flat k-prewrap k-anywhere">{new TextDecoder().decode(document.bytes)}</pre>
      )}
      {!PDF.includes(document.mime) && !TEXT.includes(document.mime) && <p>{t('review.no_preview')}</p>}
    </div>
  );
}

/** The name in the language of the phone. */
function useNamed() {
  const locale = useLocale();
  return (of: { nameRu: string; nameKz: string }) => (locale === 'kz' ? of.nameKz : of.nameRu);
}
