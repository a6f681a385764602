import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import limits from 'virtual:form-limits/employees.update';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleEmployees } from './employees.data.ts';
import { RightsBoxes } from './rights-boxes.tsx';

export function RightsDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTexts('employees');
  const update = useAction('employees.update', { stale: staleEmployees, meta: { quiet: true } });
  const form = useForm({ rights: employee.rights }, { limits });
  return (
    <FormDialog
      title={t('rights_of', { name: employee.full_name })}
      form={form}
      submit={t('save')}
      save={async (body) => {
        await update.mutateAsync({ params: { user_id: employee.user_id }, body });
        toasts.success(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <RightsBoxes rights={form.values.rights} onChange={(rights) => form.set({ rights })} />
    </FormDialog>
  );
}
