import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useMonths } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { heldDeduction } from './held-deduction.ts';
import { PAPER_RULES } from './paper-rules.ts';

const DEED = { stale: ['taxes.', 'bookkeeping.'], meta: { quiet: true } } as const;

interface DeductionDialogProps {
  data: StandingView;
  is_own: boolean;
  onClose: () => void;
}

/**
 * An application for the base deduction, or that it is withdrawn: a company records what its executor handed in, an executor
 * applies here and now.
 */
export default function DeductionDialog({ data, is_own, onClose }: DeductionDialogProps) {
  const t = useTexts('standings');
  const [today] = useState(() => almatyDate(new Date()));
  const months = useMonths(today);
  const apply = useAction('taxes.set_deduction', DEED);
  const withdraw = useAction('taxes.withdraw_deduction', DEED);
  const held = heldDeduction(data);
  const form = useForm(() => ({
    company_id: String(is_own ? (data.customers[0]?.id ?? '') : data.executor.id),
    applied_on: today,
    from_month: today.slice(0, 7),
    last_month: today.slice(0, 7),
    file: [] as File[],
  }));
  const words = is_own ? ('own_deduction' as const) : ('told_deduction' as const);
  return (
    <FormDialog
      title={t('deduction')}
      closeOnClickOutside={false}
      form={form}
      submit={t(held ? `${words}.withdraw` : `${words}.apply`)}
      save={async ({ company_id, applied_on, from_month, last_month, file }) => {
        const other_id = is_own && held ? held.company.id : Number(company_id);
        if (held) await withdraw.mutateAsync({ body: { company_id: other_id, last_month } });
        else
          await apply.mutateAsync({
            body: { company_id, applied_on, from_month },
            ...(file[0] && { files: { file: file[0] } }),
          });
        toasts.success(t(held ? `${words}.withdrawn` : `${words}.applied`));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">
        {t(held ? `${words}.withdraw_hint` : `${words}.apply_hint`, { company: held?.company.name ?? '' })}
      </p>
      {held ? (
        <NativeSelect label={t('last_month')} data={months} {...form.field('last_month')} />
      ) : (
        <>
          {is_own ? (
            <NativeSelect
              label={t('own_deduction.to')}
              data={data.customers.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...form.field('company_id')}
            />
          ) : (
            <DateInput label={t('applied_on')} {...form.field('applied_on')} required />
          )}
          <NativeSelect label={t('from_month')} data={months} {...form.field('from_month')} />
          {!is_own && <FileDrop label={t('paper')} {...PAPER_RULES} {...form.files('file')} />}
        </>
      )}
    </FormDialog>
  );
}
