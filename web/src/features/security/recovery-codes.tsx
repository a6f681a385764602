import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './security.module.css';

/** The only time they are seen: to be copied, kept as a file or written down. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTexts('security');
  const text = codes.join('\n');
  return (
    <div className={css.form}>
      <p className={css.second}>{t('factors.codes_lead')}</p>
      <ul className={`k-soft-quiet k-flat k-size-16 k-centered ${css.codes}`} aria-label={t('factors.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="k-actions k-above-12">
        <span className={css.copy}>
          {t('factors.codes_copy')}
          <CopyButton text={text} name={t('factors.codes')} />
        </span>
        <DownloadButton
          onClick={() => saveFile(new Blob([`Kelisim\n\n${text}\n`]), 'kelisim-recovery-codes.txt')}
        >
          {t('factors.codes_save')}
        </DownloadButton>
        <Button data-autofocus onClick={onDone}>
          {t('factors.codes_done')}
        </Button>
      </div>
    </div>
  );
}
