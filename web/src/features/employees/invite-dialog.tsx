import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/employee_invitations.create';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleEmployees } from './employees.data.ts';
import { RightsBoxes } from './rights-boxes.tsx';

/** Whom, and what they may do. What was typed stays when the dialog is closed. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts('employees');
  const invite = useAction('employee_invitations.create', { stale: staleEmployees, meta: { quiet: true } });
  const form = useForm(
    { email: '', rights: [] as EmployeeRight[] },
    {
      limits,
      check: ({ email }) => ({ email: email.trim() ? undefined : t('email_missing') }),
      words: { email: t('email_wrong') },
    },
  );
  return (
    <FormDialog
      opened={opened}
      title={t('invite_title')}
      form={form}
      submit={t('send')}
      save={async ({ email, rights }) => {
        await invite.mutateAsync({ body: { email: email.trim(), rights } });
        toasts.success(t('sent', { email: email.trim() }));
        form.reset();
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('invite_lead')}</p>
      <TextInput
        type="email"
        label={t('email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.field('email')}
      />
      <RightsBoxes rights={form.values.rights} onChange={(rights) => form.set({ rights })} />
    </FormDialog>
  );
}
