import type { SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './proof-downloads.module.css';

export interface ProofDownloadsProps {
  subject: { act_id: number } | { doc_id: number };
  signatures: readonly SignatureCard[];
  /** The document itself, and what else there is of it. */
  children: ReactNode;
}

/** Everything of a document as files: itself, and what it proves itself with to somebody who knows nothing of us. */
export function ProofDownloads({ subject, signatures, children }: ProofDownloadsProps) {
  const t = useTexts('proofs');
  const signed = signatures.length > 0;
  const stamped = signatures.every(({ timestamp }) => timestamp === 'good');
  return (
    <Card title={t('papers.title')}>
      <div className={`k-stack k-gap-2 k-start k-no-print ${css.downloads}`}>
        {children}
        {signed && (
          <>
            {'act_id' in subject && (
              <Download
                label={t('papers.print')}
                read={() => api.call('proofs.act_print', { params: subject })}
              />
            )}
            <Download label={t('papers.sign_info')} read={() => read(subject, 'sign_info')} />
            <Download label={t('papers.cms')} read={() => read(subject, 'cms')} />
            {stamped && <Download label={t('papers.ddc')} read={() => read(subject, 'ddc')} />}
          </>
        )}
      </div>
      {signed && (
        <p className="k-second k-above-16 k-small k-no-print">
          {t(stamped ? 'papers.ddc_hint' : 'papers.ddc_later')}
        </p>
      )}
    </Card>
  );
}

/** A file that is read when it is asked for. */
export function Download({ label, read }: { label: string; read: () => Promise<unknown> }) {
  const download = useMutation({
    mutationFn: async () => {
      const file = (await read()) as File;
      saveFile(file, file.name);
    },
  });
  return (
    <DownloadButton variant="subtle" justify="flex-start" download={download}>
      {label}
    </DownloadButton>
  );
}

function read(subject: ProofDownloadsProps['subject'], kind: 'ddc' | 'cms' | 'sign_info') {
  return 'act_id' in subject
    ? api.call(`proofs.act_${kind}`, { params: subject })
    : api.call(`proofs.document_${kind}`, { params: subject });
}
