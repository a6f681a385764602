import { useEffect, useState } from 'react';
import { sha256Of } from '../platform/file-digest.ts';
import { useTexts } from '../platform/i18n.ts';
import { CopyButton } from './copy-button.tsx';
import css from './pdf-view.module.css';

/** The digest of what is signed, and whether it is that of the bytes on the screen. */
export function PdfDigest({ file, signed }: { file: Blob; signed: string }) {
  const t = useTexts('papers');
  const shown = useSha256(file);
  return (
    <div className={`k-small k-second k-anywhere ${css.digest}`}>
      {t('pdf.digest')}: {signed} <CopyButton text={signed} name={t('pdf.digest')} />
      {shown !== null && (
        <p
          className={`k-flat ${shown === signed ? '' : 'k-bad'}`}
          role={shown === signed ? 'status' : 'alert'}
        >
          {t(shown === signed ? 'pdf.digest_same' : 'pdf.digest_other')}
        </p>
      )}
    </div>
  );
}

/** Null while it is counted, and where the browser cannot: it does so behind HTTPS alone. */
function useSha256(file: Blob): string | null {
  const [state, setState] = useState<{ file: Blob; digest: string | null } | null>(null);
  useEffect(() => {
    let over = false;
    void sha256Of(file).then((digest) => !over && setState({ file, digest }));
    return () => {
      over = true;
    };
  }, [file]);
  return state?.file === file ? state.digest : null;
}
