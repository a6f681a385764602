import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { CardResult } from './card-result.tsx';
import { CmsResult } from './cms-result.tsx';
import { FILE_KINDS, MAX_FILE_BYTES, MAX_FILES, sortDropped } from './dropped-files.ts';
import { useLookInside, useVerifiedDocument } from './verification.data.ts';
import { VerifiedDocument } from './verified-document.tsx';
import { useKindName } from './kind-name.ts';
import css from './verification.module.css';

/** A PDF and its signatures, checked as they are dropped; a PDF of ours leads to its record by the id inside. */
export function FilesCheck() {
  const t = useTexts('verification');
  const [files, setFiles] = useState<File[]>([]);
  const [extra, setExtra] = useState<string | null>(null);
  const { document, signatures } = sortDropped(files);
  const alone = document !== null && signatures.length === 0;
  const { data: inside } = useLookInside(alone ? document : null);
  const change = (next: File[]) => {
    const sorted = sortDropped(next);
    setExtra(sorted.extra?.name ?? null);
    setFiles([...(sorted.document ? [sorted.document] : []), ...sorted.signatures]);
  };
  return (
    <>
      <Card title={t('by_files.title')}>
        <div className="k-grid k-gap-16">
          <p className={css.second}>{t('by_files.hint')}</p>
          <FileDrop
            label={t('by_files.drop')}
            kinds={FILE_KINDS}
            max_bytes={MAX_FILE_BYTES}
            max_count={MAX_FILES}
            files={files}
            onChange={change}
            error={extra ? t('by_files.one_document', { name: extra }) : undefined}
          />
          <p className={css.second}>{t('by_files.kept')}</p>
          {alone && inside === undefined && <p role="status">{t('by_files.looking')}</p>}
          {alone && inside && !inside.is_card && !inside.public_id && (
            <p className="k-soft-attention k-pad-12" role="status">
              {t('by_files.no_id')}
            </p>
          )}
          {files.length > 0 && (
            <div>
              <PlainButton variant="default" onClick={() => change([])}>
                {t('by_files.clear')}
              </PlainButton>
            </div>
          )}
        </div>
      </Card>
      {alone && inside?.is_card && <CardResult card={document} />}
      {alone && inside?.public_id && <Ours public_id={inside.public_id} file={document} />}
      {signatures.map((cms) => (
        <CmsResult key={`${cms.name}-${cms.size}-${cms.lastModified}`} cms={cms} document={document} />
      ))}
    </>
  );
}

function Ours({ public_id, file }: { public_id: string; file: File }) {
  const t = useTexts('verification');
  const kindOf = useKindName();
  const { data, error, again, at } = useVerifiedDocument(public_id);
  if (error) return <ErrorState error={error} onRetry={again} />;
  if (!data) return <p role="status">{t('by_files.looking')}</p>;
  return (
    <section className="k-grid k-gap-16">
      <h2 className="k-anywhere k-title">
        {kindOf(data)} № {data.number}
      </h2>
      <p className="k-second k-above-4 k-below-20 k-pretty">{data.title}</p>
      <VerifiedDocument document={data} checked_at={at} file={file} />
    </section>
  );
}
