import { COMPANY_ROLES, COMPANY_TYPES } from '@kelisim/shared/kernel/company-kinds.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';
import type { CompanyFields } from './fill-from-register.ts';
import { useLookUp } from './use-look-up.ts';

export function CreateCompanyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('admin');
  const [fields, setFields] = useState<CompanyFields>({
    role: 'business',
    type: 'too',
    name: '',
    bin: '',
    address: '',
    ceo_name: '',
  });
  const found = useLookUp(fields.bin, fields, (part) => setFields((before) => ({ ...before, ...part })));
  const taken = found.items.find(({ role }) => role === fields.role);
  const create = useDeed('companies.create', { stale: ['companies.'], meta: { quiet: true } });
  const refused = create.error instanceof ApiError ? create.error.field : null;
  const set = (part: Partial<CompanyFields>) => {
    setFields((before) => ({ ...before, ...part }));
    create.reset();
  };
  const errorOf = (field: keyof CompanyFields) => (refused === field ? errorText(create.error) : undefined);
  const isReady = fields.name.trim() !== '' && isBinOrIin(fields.bin) && !taken;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { address, ceo_name, ...rest } = fields;
    const body = {
      ...rest,
      ...(address.trim() ? { address } : {}),
      ...(ceo_name.trim() ? { ceo_name } : {}),
    };
    create.mutate(
      { body },
      {
        onSuccess: () => {
          toasts.success(t('companies.created'));
          onClose();
        },
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t('companies.create_title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.second}>{t('companies.create_lead')}</p>
        <BinIinInput
          data-autofocus
          required
          label={t('companies.bin')}
          value={fields.bin}
          error={taken ? t('companies.look_up.taken') : errorOf('bin')}
          onChange={(bin) => set({ bin })}
        />
        <div className={css.second} aria-live="polite">
          {found.asking && t('companies.look_up.asking')}
          {!taken &&
            found.register &&
            found.register !== 'not_asked' &&
            t(`companies.look_up.${found.register}`)}
          {found.items.map((one) => (
            <p key={one.id} className={css.found}>
              {t('companies.look_up.there', {
                name: one.name,
                side: t(`verification.${one.role}`),
                state: t(`companies.status.${one.status}`),
              })}
            </p>
          ))}
        </div>
        <TextInput
          required
          label={t('companies.name')}
          maxLength={300}
          value={fields.name}
          error={errorOf('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <div className={css.pair}>
          <Select
            label={t('companies.kind')}
            allowDeselect={false}
            data={COMPANY_TYPES.map((value) => ({ value, label: t(`companies.type.${value}`) }))}
            value={fields.type}
            onChange={(value) => set({ type: value as CompanyFields['type'] })}
          />
          <Select
            label={t('companies.side')}
            allowDeselect={false}
            data={COMPANY_ROLES.map((value) => ({ value, label: t(`verification.${value}`) }))}
            value={fields.role}
            onChange={(value) => set({ role: value as CompanyFields['role'] })}
          />
        </div>
        <TextInput
          label={t('companies.ceo')}
          maxLength={200}
          value={fields.ceo_name}
          onChange={(event) => set({ ceo_name: event.currentTarget.value })}
        />
        <TextInput
          label={t('companies.address')}
          maxLength={500}
          value={fields.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
        <FormFoot
          error={create.error && !refused && errorText(create.error)}
          submit={t('companies.save')}
          busy={create.isPending}
          disabled={!isReady}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
