import { COMPANY_ROLES, COMPANY_TYPES } from '@kelisim/shared/kernel/company-kinds.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Select, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/companies.create';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import type { CompanyFields } from './fill-from-register.ts';
import { useLookUp } from './use-look-up.ts';

export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('admin');
  const form = useForm<CompanyFields>(
    { role: 'business', type: 'too', name: '', bin: '', address: '', ceo_name: '' },
    { limits },
  );
  const fields = form.values;
  const found = useLookUp(fields.bin, fields, form.set);
  const taken = found.items.find(({ role }) => role === fields.role);
  const create = useAction('companies.create', { stale: ['companies.'], meta: { quiet: true } });
  const bin = form.field('bin');
  return (
    <FormDialog
      title={t('companies.create_title')}
      form={form}
      submit={t('companies.save')}
      disabled={fields.name.trim() === '' || !isBinOrIin(fields.bin) || taken !== undefined}
      save={async ({ address, ceo_name, ...rest }) => {
        const more = {
          ...(address.trim() ? { address } : {}),
          ...(ceo_name.trim() ? { ceo_name } : {}),
        };
        await create.mutateAsync({ body: { ...rest, ...more } });
        toasts.success(t('companies.created'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('companies.create_lead')}</p>
      <BinIinInput
        data-autofocus
        label={t('companies.bin')}
        {...bin}
        error={taken ? t('companies.look_up.taken') : bin.error}
      />
      <div className="k-under" aria-live="polite">
        {found.asking && t('companies.look_up.asking')}
        {!taken &&
          found.register &&
          found.register !== 'not_asked' &&
          t(`companies.look_up.${found.register}`)}
        {found.items.map((one) => (
          <p key={one.id} className="k-flat k-above-4">
            {t('companies.look_up.there', {
              name: one.name,
              side: t(`verification.${one.role}`),
              state: t(`companies.status.${one.status}`),
            })}
          </p>
        ))}
      </div>
      <TextInput label={t('companies.name')} {...form.field('name')} />
      <div className="k-pair">
        <Select
          label={t('companies.kind')}
          allowDeselect={false}
          data={COMPANY_TYPES.map((value) => ({ value, label: t(`companies.type.${value}`) }))}
          {...form.field('type')}
          required={false}
        />
        <Select
          label={t('companies.side')}
          allowDeselect={false}
          data={COMPANY_ROLES.map((value) => ({ value, label: t(`verification.${value}`) }))}
          {...form.field('role')}
          required={false}
        />
      </div>
      <TextInput label={t('companies.ceo')} {...form.field('ceo_name')} />
      <TextInput label={t('companies.address')} {...form.field('address')} />
    </FormDialog>
  );
}
