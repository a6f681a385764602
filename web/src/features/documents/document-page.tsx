import { isContract, signersOf } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { formatMonth } from '@kelisim/shared/kernel/dates.ts';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { ApiError } from '../../platform/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PaperPage, PaperPageWaiting } from '../../ui/paper-page.tsx';
import { api } from '../../platform/api.ts';
import { BalanceCard } from '../bookkeeping/public.ts';
import { Download, ProofDownloads } from '../proofs/public.ts';
import { SignatureCards } from '../signing/public.ts';
import { DocumentHistory } from './document-history.tsx';
import { DocumentPaper, DocumentSub } from './document-paper.tsx';
import { DocumentState } from './document-state.tsx';
import { HandCard } from './hand-card.tsx';
import { RelativesCard } from './relatives-card.tsx';
import { useDocument, useViewer } from './documents.data.ts';

const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'));
const EndDialog = lazyPart(() => import('./end-dialog.tsx'));

/** One contract: the paper, its state in words, what can be done, both sides and their signatures. */
export default function DocumentPage() {
  const t = useTexts('documents');
  const doc_id = useIdParam('doc_id');
  const viewer = useViewer();
  const { data: document, error, refetch } = useDocument(doc_id);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState(false);
  const back = {
    reconciliation: { href: `/lk/${viewer.side}/reconciliation/acts`, label: t('back_to_reconciliations') },
    income_certificate: { href: `/lk/${viewer.side}/income`, label: t(`back_to_income_${viewer.side}`) },
    contract: { href: `/lk/${viewer.side}/contracts`, label: t('back') },
  }[listOf(document)];
  // A contract of others, or a deleted one: the same page as for an address that leads nowhere.
  if (!document && error instanceof ApiError && error.status === 404) throw error;
  if (!document) {
    if (!error) return <PaperPageWaiting header={{ title: t('page.loading'), back }} />;
    return (
      <>
        <PageHeader title={t('page.loading')} back={back} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  const titleOf = ({ type, title, start_date, end_date }: DocumentView) =>
    type.code === 'income_certificate'
      ? t('certificate_title', { from: formatMonth(start_date), to: formatMonth(end_date) })
      : title;
  const ofType = wordsOf(document);
  const mayAdd =
    viewer.side === 'business' &&
    viewer.rights.has('manage_contracts') &&
    document.status.code === 'signed' &&
    document.type.code !== 'addendum' &&
    isContract(document.type.code);
  return (
    <>
      <PaperPage
        header={{
          title: titleOf(document),
          back,
          sub: <DocumentSub document={document} side={viewer.side} />,
        }}
        state={<DocumentState document={document} viewer={viewer} />}
        paper={<DocumentPaper document={document} />}
        rest={
          <>
            <HandCard document={document} side={viewer.side} />
            <Card title={t('page.parties')}>
              <div className="k-stack k-gap-8">
                <SignatureCards
                  signatures={document.signatures}
                  business={document.company}
                  executor={document.contractor_company}
                  on_paper={document.hand !== null}
                  sides={signersOf(document.type.code)}
                />
              </div>
            </Card>
            <Details document={document} />
            <RelativesCard
              document={document}
              viewer={viewer}
              onAdd={mayAdd ? () => setAdding(true) : undefined}
              onEnd={mayAdd ? () => setEnding(true) : undefined}
            />
            <ProofDownloads subject={{ doc_id: document.id }} signatures={document.signatures}>
              <Download
                label={t(`page.${ofType}download_pdf`)}
                read={() => api.call('documents.file', { params: { doc_id: document.id } })}
              />
              {document.has_original && (
                <Download
                  label={t('page.download_original')}
                  read={() => api.call('documents.original', { params: { doc_id: document.id } })}
                />
              )}
            </ProofDownloads>
          </>
        }
        late={
          document.signatures.length > 0 &&
          isContract(document.type.code) && (
            <BalanceCard side={viewer.side} of={{ contract_id: document.id }} />
          )
        }
        history={<DocumentHistory document={document} />}
      />
      {ending && (
        <Suspense fallback={null}>
          <EndDialog document={document} onClose={() => setEnding(false)} />
        </Suspense>
      )}
      {adding && (
        <Suspense fallback={null}>
          <UploadDialog
            place={viewer.place}
            addendum={{ parent_id: document.id, contractor_id: document.contractor_company.id }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const listOf = (document: DocumentView | undefined) => {
  const type = document?.type.code ?? 'other';
  return isContract(type) ? 'contract' : type;
};

/** A paper that is no contract has words of its own. */
const wordsOf = ({ type }: DocumentView) => (isContract(type.code) ? '' : 'other_paper.');

function Details({ document }: { document: DocumentView }) {
  const t = useTexts('documents');
  const states = useTexts('states');
  const f = useFormats();
  return (
    <Card title={t(`page.${wordsOf(document)}details`)}>
      <KeyValue
        rows={[
          { label: t('page.number'), value: document.number, copy: document.number },
          { label: t('page.date'), value: f.date(document.date) },
          { label: t('page.type'), value: states(`document_type.${document.type.code}`) },
          {
            label: t(`page.${wordsOf(document)}valid`),
            value: t('page.period', { start: f.date(document.start_date), end: f.date(document.end_date) }),
          },
          ...(document.terminates_on ? [{ label: t('end.day'), value: f.date(document.terminates_on) }] : []),
          ...(document.template ? [{ label: t('page.template'), value: document.template.name }] : []),
          ...(document.additional_info ? [{ label: t('page.note'), value: document.additional_info }] : []),
        ]}
      />
    </Card>
  );
}
