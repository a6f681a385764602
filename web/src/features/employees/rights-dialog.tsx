import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import { staleEmployees } from './employees.data.ts';
import css from './employees.module.css';
import { RightsBoxes } from './rights-boxes.tsx';

export function RightsDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTexts('employees');
  const ui = useTexts('ui');
  const [rights, setRights] = useState<EmployeeRight[]>(employee.rights);
  const update = useDeed('employees.update', { stale: staleEmployees, meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('prove'), 'access');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = { params: { user_id: employee.user_id }, body: { rights } };
    // What went wrong is shown in the window.
    if (!(await withProof(() => update.mutateAsync(input)).catch(() => false))) return;
    toasts.success(t('saved'));
    onClose();
  };
  return (
    <>
      <Window
        opened
        onClose={onClose}
        title={t('rights_of', { name: employee.full_name })}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <form className={css.form} onSubmit={(event) => void submit(event)}>
          <RightsBoxes rights={rights} onChange={setRights} />
          <FormFoot
            error={update.error && errorText(update.error)}
            submit={t('save')}
            busy={update.isPending}
            onCancel={onClose}
          />
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
