import { Checkbox } from '@mantine/core';
import limits from 'virtual:form-limits/documents.renew';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { useForm } from '../../ui/use-form.ts';

interface RenewDialogProps {
  document_ids: number[];
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/** The same contracts with other dates. */
export default function RenewDialog({ document_ids, onClose, onStarted }: RenewDialogProps) {
  const t = useTexts('documents');
  const keyOf = useRepeatKey();
  const form = useForm(
    { number: '', date: '', start_date: '', end_date: '', send: false },
    {
      limits,
      words: { start_date: t('renew.required'), end_date: t('renew.required') },
      check: ({ start_date, end_date }) => ({
        end_date: start_date && end_date && end_date < start_date ? t('renew.dates') : undefined,
      }),
    },
  );
  return (
    <FormDialog
      title={t('renew.title', { count: document_ids.length })}
      form={form}
      submit={t('renew.submit')}
      save={async ({ number, date, ...values }) => {
        const body = { document_ids, ...values, ...paperNumberOf({ number, date }) };
        const run = await api.call('documents.renew', { body }, { idempotency_key: keyOf(body) });
        void invalidate(['jobs.list']);
        onStarted(run.id);
      }}
      onClose={onClose}
    >
      <p className="k-second k-small">{t('renew.text')}</p>
      <PaperNumber field={form.field} many={document_ids.length > 1} />
      <div className="k-pair">
        <DateInput label={t('renew.start')} {...form.field('start_date')} />
        <DateInput
          label={t('renew.end')}
          min={form.values.start_date || undefined}
          {...form.field('end_date')}
        />
      </div>
      <Checkbox label={t('renew.send')} {...form.field('send')} required={false} />
    </FormDialog>
  );
}
