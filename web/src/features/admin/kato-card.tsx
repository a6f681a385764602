import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useDrop } from '../../ui/use-drop.ts';
import css from './admin.module.css';

const RULES = { kinds: ['.xlsx'], max_bytes: 20_000_000 };

/** Brings the official list of places in; what is wrong with a file stands under it. */
export function KatoCard() {
  const t = useTexts('admin');
  const f = useFormats();
  const upload = useAction('administration.import_kato', { meta: { quiet: true } });
  const { file, clear, drop } = useDrop(upload);
  const send = (chosen: File) =>
    upload.mutate(
      { body: {}, files: { file: chosen } },
      {
        onSuccess: ({ places }) => {
          toasts.success(t('kato.done', { count: f.number(places) }));
          clear();
        },
      },
    );
  return (
    <Card title={t('kato.title')}>
      <div className={css.form}>
        <p>{t('kato.lead')}</p>
        <FileDrop {...RULES} label={t('kato.drop')} {...drop} />
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
