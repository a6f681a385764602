import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './admin.module.css';

const RULES = { kinds: ['.xlsx'], max_bytes: 20_000_000, max_count: 1 };

/** Brings the official list of places in; what is wrong with a file stands under it. */
export function KatoCard() {
  const t = useTexts('admin');
  const f = useFormats();
  const [files, setFiles] = useState<File[]>([]);
  const upload = useAction('administration.import_kato', { meta: { quiet: true } });
  const [file] = files;
  const send = (chosen: File) =>
    upload.mutate(
      { body: {}, files: { file: chosen } },
      {
        onSuccess: ({ places }) => {
          toasts.success(t('kato.done', { count: f.number(places) }));
          setFiles([]);
        },
      },
    );
  return (
    <Card title={t('kato.title')}>
      <div className={css.form}>
        <p>{t('kato.lead')}</p>
        <FileDrop
          {...RULES}
          label={t('kato.drop')}
          files={files}
          disabled={upload.isPending}
          error={upload.error ? errorText(upload.error) : undefined}
          onChange={(next) => {
            setFiles(next);
            upload.reset();
          }}
        />
        {file && (
          <div className="k-actions">
            <Button loading={upload.isPending} onClick={() => send(file)}>
              {t('kato.upload')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
