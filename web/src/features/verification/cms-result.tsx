import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { FileResult } from './file-result.tsx';
import { StatusNote } from './status-note.tsx';
import { useCmsCheck } from './verification.data.ts';

/** What one signature file says of the document beside it. */
export function CmsResult({ cms, document }: { cms: File; document: File | null }) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const check = useCmsCheck(cms, document);
  const { data } = check;
  return (
    <FileResult
      name={t('by_files.result', { name: cms.name })}
      file={cms}
      check={check}
      over={document ? t('verdict.bytes_file') : t('verdict.bytes_inside')}
    >
      {data && data.signers.length === 0 && (
        <StatusNote status={data.status} title={t(`verdict.${data.status}`)}>
          {word(`reason.${data.reason}`, t('reason.other'))}
        </StatusNote>
      )}
    </FileResult>
  );
}
