import { addDays } from '@kelisim/shared/kernel/dates.ts';
import limits from 'virtual:form-limits/reconciliations.send';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { asRun } from '../jobs/public.ts';
import { useToday } from './reconciliations.data.ts';

const ANSWER_DAYS = 10;

export interface SendDialogProps {
  period: { date_from: string; date_to: string };
  /** Null for all who were not sent theirs yet. */
  executor_company_ids: number[] | null;
  count: number;
  onClose: () => void;
  onStarted: (run_id: number) => void;
}

/** Sends the acts of a period as one run, with a day by which an answer is asked for. */
export default function SendDialog({
  period,
  executor_company_ids,
  count,
  onClose,
  onStarted,
}: SendDialogProps) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const today = useToday();
  const [key] = useState(newRandomKey);
  const form = useForm({ answer_until: addDays(today, ANSWER_DAYS) }, { limits });
  return (
    <FormDialog
      title={t('send_title')}
      form={form}
      submit={t('send')}
      onClose={onClose}
      save={async ({ answer_until }) => {
        const body = {
          ...period,
          ...(executor_company_ids && { executor_company_ids }),
          answer_until: answer_until || null,
        };
        const { run_id } = await api.call('reconciliations.send', { body }, asRun(key));
        void invalidate(['jobs.list']);
        onStarted(run_id);
      }}
    >
      <p className="k-flat">
        <strong>{f.period(period.date_from, period.date_to)}.</strong> {t('send_to', { count })}
      </p>
      <p className="k-second">{t('send_about')}</p>
      <DateInput label={t('send_until')} min={today} data-autofocus {...form.field('answer_until')} />
    </FormDialog>
  );
}
