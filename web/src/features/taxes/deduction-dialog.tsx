import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useMonths } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { PAPER_RULES } from './paper-rules.ts';

const DEED = { stale: ['taxes.', 'bookkeeping.'], meta: { quiet: true } } as const;

/** Records the application of an executor at one's company, or that it was withdrawn. */
export default function DeductionDialog({ data, onClose }: { data: StandingView; onClose: () => void }) {
  const t = useTexts('standings');
  const [today] = useState(() => almatyDate(new Date()));
  const months = useMonths(today);
  const apply = useDeed('taxes.set_deduction', DEED);
  const withdraw = useDeed('taxes.withdraw_deduction', DEED);
  const form = useForm(() => ({
    applied_on: today,
    from_month: today.slice(0, 7),
    last_month: today.slice(0, 7),
    file: [] as File[],
  }));
  const { id } = data.executor;
  const is_held = data.deductions[0]?.valid_until === null;
  return (
    <FormDialog
      title={t('deduction')}
      closeOnClickOutside={false}
      form={form}
      submit={t(is_held ? 'withdraw' : 'apply')}
      save={async ({ applied_on, from_month, last_month, file }) => {
        if (is_held) await withdraw.mutateAsync({ body: { company_id: id, last_month } });
        else
          await apply.mutateAsync({
            body: { company_id: String(id), applied_on, from_month },
            ...(file[0] && { files: { file: file[0] } }),
          });
        toasts.success(t(is_held ? 'withdraw_saved' : 'apply_saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('deduction_hint')}</p>
      {is_held ? (
        <NativeSelect label={t('last_month')} data={months} {...form.field('last_month')} />
      ) : (
        <>
          <DateInput label={t('applied_on')} {...form.field('applied_on')} required />
          <NativeSelect label={t('from_month')} data={months} {...form.field('from_month')} />
          <FileDrop label={t('paper')} {...PAPER_RULES} {...form.files('file')} />
        </>
      )}
    </FormDialog>
  );
}
