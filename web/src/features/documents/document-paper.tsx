import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import type { Side } from './document-look.ts';
import { useDocumentPdf } from './documents.data.ts';

/** The paper itself. */
export function DocumentPaper({ document }: { document: DocumentView }) {
  const t = useTexts('documents');
  const { data: file, error, refetch } = useDocumentPdf(document);
  if (error) return <ErrorCard error={error} title={t('page.file_failed')} onRetry={() => void refetch()} />;
  return <PdfView file={file} name={file?.name ?? `${document.title}.pdf`} signed={document.file?.sha256} />;
}

/** Number, day, kind and the other party. */
export function DocumentSub({ document, side }: { document: DocumentView; side: Side }) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const f = useFormats();
  const party = side === 'business' ? document.contractor_company : document.company;
  return (
    <>
      {t('number_date', { number: document.number, date: f.date(document.date) })} ·{' '}
      {states(`document_type.${document.type.code}`)} · {party.name}
    </>
  );
}
