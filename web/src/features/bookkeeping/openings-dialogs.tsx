import type { OpeningBatch } from '@kelisim/shared/features/payments/openings.contract.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import takeLimits from 'virtual:form-limits/openings.take';
import undoLimits from 'virtual:form-limits/openings.undo';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Fault } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useToday } from './bookkeeping.data.ts';

const MAX_BYTES = 10_000_000;
const STALE = ['openings.', 'bookkeeping.', 'executors.', 'home.'];

/** A table on a day: first what its rows would take in, then the signing off. */
export function TakeOpeningsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('openings');
  const f = useFormats();
  const today = useToday();
  const take = useAction('openings.take', { stale: STALE, meta: { quiet: true } });
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: ({ file, day }: { file: File; day: string }) =>
      api.call('openings.check', { body: { day }, files: { file } }),
  });
  const form = useForm({ day: `${today.slice(0, 7)}-01`, file: [] as File[] }, { limits: takeLimits });
  const ask = ({ day, file: [file] }: typeof form.values) => {
    check.reset();
    if (file && isDate(day)) check.mutate({ file, day });
  };
  const day = form.field('day');
  const found = check.data;
  return (
    <FormDialog
      title={t('take')}
      form={form}
      submit={t('sign_off')}
      disabled={!found || found.errors.length > 0}
      save={async ({ day: on, file: [file] }) => {
        if (!file) return;
        await take.mutateAsync({ body: { day: on }, files: { file } });
        toasts.success(t('taken'));
        onClose();
      }}
      onClose={onClose}
    >
      <DateInput
        label={t('day')}
        description={t('day_hint')}
        max={today}
        {...day}
        onChange={(value: string) => {
          day.onChange(value);
          ask({ ...form.values, day: value });
        }}
      />
      <FileDrop
        label={t('drop')}
        kinds={['.xlsx']}
        max_bytes={MAX_BYTES}
        {...form.files('file')}
        onChange={(files) => {
          form.files('file').onChange(files);
          ask({ ...form.values, file: files });
        }}
      />
      <Fault text={check.error && errorText(check.error)} />
      {found && (
        <div className="k-stack k-gap-8" role="status">
          <p className="k-flat">
            <strong>{t('right', { count: found.rows.length })}</strong>{' '}
            {t('sums', { owed: f.money(found.owed), advance: f.money(found.advance) })}
          </p>
          {found.errors.length > 0 && (
            <p className="k-fault k-flat">
              {t('wrong', { count: new Set(found.errors.map(({ row }) => row)).size })}
            </p>
          )}
          <ul className="k-list k-low k-grid k-gap-8">
            {found.errors.map((error) => (
              <li key={`${error.row}-${error.column}`} className="k-fault">
                {t('row', { row: error.row })}, {t(`column.${error.column}`)}: {error.message}
              </li>
            ))}
            {found.rows.slice(0, 50).map((row) => (
              <li key={row.row}>
                {t('row', { row: row.row })}: {[row.name, row.contract].filter(Boolean).join(', ')}
                <span className="k-block k-second k-small">
                  {t('sums', { owed: f.money(row.owed), advance: f.money(row.advance) })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}

export function UndoOpeningsDialog({ batch, onClose }: { batch: OpeningBatch; onClose: () => void }) {
  const t = useTexts('openings');
  const undo = useAction('openings.undo', { stale: STALE, meta: { quiet: true } });
  const form = useForm({ reason: '' }, { limits: undoLimits });
  return (
    <FormDialog
      title={t('undo_title')}
      form={form}
      submit={t('undo')}
      tone="bad"
      save={async ({ reason }) => {
        await undo.mutateAsync({ params: { batch_id: batch.id }, body: { reason: reason.trim() } });
        toasts.success(t('undone'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat">{t('undo_hint')}</p>
      <Textarea label={t('why')} data-autofocus {...form.field('reason')} />
    </FormDialog>
  );
}
