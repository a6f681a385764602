import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Alert } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { hasDigests } from '../../platform/file-digest.ts';
import { PreviewHead } from './preview-head.tsx';
import type { DocType } from './sending.ts';
import css from './signing.module.css';
import { useDocumentFile } from './signing.data.ts';

interface DocumentPreviewProps {
  doc_type: DocType;
  document: ToSign;
  onBack: () => void;
  /** The file that is drawn is not the one whose digests would be signed. */
  onOther: () => void;
}

/** One document inside the dialog, with the proof that it is the file whose digest will be signed. */
export function DocumentPreview({ doc_type, document, onBack, onOther }: DocumentPreviewProps) {
  const t = useTexts('signing');
  const { data: file, error, refetch } = useDocumentFile(doc_type, document);
  const { sha256, streebog512 } = document.file;
  const { data: same } = useQuery({
    queryKey: ['signing.digest', doc_type, document.id, sha256, streebog512],
    queryFn: () => hasDigests(file!, document.file),
    enabled: file !== undefined,
    gcTime: 0,
  });
  const other = useEffectEvent(onOther);
  useEffect(() => {
    if (same === false) other();
  }, [same]);
  return (
    <div className={css.preview}>
      <PreviewHead label={document.label} onBack={onBack} />
      {same === true && (
        <p className="k-flex k-gap-8 k-good k-small k-anywhere">
          <IconShieldCheck size={16} aria-hidden />
          <span>
            {t('what.same_bytes')} {t('what.digests', { sha256, streebog512 })}
          </span>
        </p>
      )}
      {same === false && (
        <Alert color="bad" role="alert">
          {t('what.other_bytes')}
        </Alert>
      )}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PdfView file={file} name={document.file.name} />
      )}
    </div>
  );
}
