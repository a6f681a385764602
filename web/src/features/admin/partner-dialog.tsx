import type { CompanyRow } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Checkbox, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/companies.set_partner';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** Who brought a company, and what share of the commission is theirs. */
export function PartnerDialog({ company, onClose }: { company: CompanyRow; onClose: () => void }) {
  const t = useTexts('admin');
  const set = useAction('companies.set_partner', { stale: ['companies.'], meta: { quiet: true } });
  const form = useForm(
    {
      has_partner: company.has_partner,
      partner_name: company.partner_name ?? '',
      partner_commission: company.partner_commission ?? '',
    },
    { limits },
  );
  return (
    <FormDialog
      title={t('companies.partner_title', { name: company.name })}
      form={form}
      submit={t('companies.partner_save')}
      save={async ({ has_partner, partner_name, partner_commission }) => {
        const named = {
          ...(partner_name.trim() ? { partner_name } : {}),
          ...(partner_commission ? { partner_commission } : {}),
        };
        await set.mutateAsync({
          body: { company_id: company.id, has_partner, ...(has_partner ? named : {}) },
        });
        toasts.success(t('companies.partner_saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Checkbox label={t('companies.has_partner')} {...form.field('has_partner')} required={false} />
      {form.values.has_partner && (
        <>
          <TextInput label={t('companies.partner_name')} {...form.field('partner_name')} required />
          <NumberInput
            label={t('companies.partner_commission')}
            fraction={2}
            whole={3}
            {...form.field('partner_commission')}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
