import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import limits from 'virtual:form-limits/employees.set_deputy';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleEmployees } from './employees.data.ts';

export function DeputyDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTexts('employees');
  const [today] = useState(() => almatyDate(new Date()));
  const name = useAction('employees.set_deputy', { stale: staleEmployees, meta: { quiet: true } });
  const form = useForm(
    { from: employee.deputy?.from ?? today, until: employee.deputy?.until ?? '' },
    {
      limits,
      words: { from: t('deputy_missing'), until: t('deputy_missing') },
      check: ({ from, until }) => ({
        until: from && until && until < from ? t('deputy_reversed') : undefined,
      }),
    },
  );
  return (
    <FormDialog
      title={t('deputy_title', { name: employee.full_name })}
      form={form}
      submit={t('name_deputy')}
      save={async (body) => {
        await name.mutateAsync({ params: { user_id: employee.user_id }, body });
        toasts.success(t('deputy_named'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('deputy_lead')}</p>
      <div className="k-pair k-bottom">
        <DateInput label={t('deputy_from')} {...form.field('from')} />
        <DateInput label={t('deputy_until')} min={form.values.from || today} {...form.field('until')} />
      </div>
    </FormDialog>
  );
}
