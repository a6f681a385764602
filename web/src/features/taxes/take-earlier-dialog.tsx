import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Fault } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

const MAX_BYTES = 10_000_000;
const MOST_SHOWN = 50;

/** A table of figures from before: first what its rows would take in, then right rows are taken. */
export default function TakeEarlierDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('earlier');
  const f = useFormats();
  const take = useAction('taxes.import_earlier', {
    stale: ['taxes.', 'bookkeeping.'],
    meta: { quiet: true },
  });
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: (file: File) =>
      api.call('taxes.import_earlier', { body: { dry_run: true }, files: { file } }),
  });
  const form = useForm({ file: [] as File[] });
  const found = check.data;
  return (
    <FormDialog
      title={t('title')}
      form={form}
      submit={t('submit')}
      disabled={!found || found.rows.length === 0}
      save={async ({ file: [file] }) => {
        if (!file) return;
        const { taken, same } = await take.mutateAsync({ body: { dry_run: false }, files: { file } });
        toasts.success(t('taken', { taken, same }));
        onClose();
      }}
      onClose={onClose}
    >
      <FileDrop
        label={t('drop')}
        kinds={['.xlsx', '.csv']}
        max_bytes={MAX_BYTES}
        {...form.files('file')}
        onChange={(files) => {
          form.files('file').onChange(files);
          check.reset();
          if (files[0]) check.mutate(files[0]);
        }}
      />
      <Fault text={check.error && errorText(check.error)} />
      {found && (
        <div className="k-stack k-gap-8" role="status">
          <p className="k-flat k-bold">{t('right', { count: found.rows.length })}</p>
          {found.errors.length > 0 && (
            <p className="k-flat">
              <span className="k-fault">
                {t('wrong', { count: new Set(found.errors.map(({ row }) => row)).size })}.
              </span>{' '}
              {t('wrong_hint')}
            </p>
          )}
          <ul className="k-list k-low k-grid k-gap-8">
            {found.errors.map((error) => (
              <li key={`${error.row}-${error.column}`} className="k-fault">
                {t('row', { row: error.row })}, {t(`column.${error.column}`)}: {error.message}
              </li>
            ))}
            {found.rows.slice(0, MOST_SHOWN).map((row) => (
              <li key={row.row}>
                {t('row', { row: row.row })}: {row.name}, {row.period}
                <span className="k-block k-second k-small">
                  {row.figures
                    .map(({ kind, amount }) => `${t(`column.${kind}`)} ${f.money(amount)}`)
                    .join('; ')}
                </span>
              </li>
            ))}
            {found.rows.length > MOST_SHOWN && (
              <li className="k-second">{t('more', { count: found.rows.length - MOST_SHOWN })}</li>
            )}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
