import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/companies.update';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { COMPANY_FIELDS, COMPANY_LINES, STALE, type CompanyView } from './settings.data.ts';
import css from './settings.module.css';

const HINTS = { name: 'company.name_hint', display_name: 'company.display_name_hint' } as const;
type Field = (typeof COMPANY_FIELDS)[number];

export function CompanyDialog({ company, onClose }: { company: CompanyView; onClose: () => void }) {
  const t = useTexts('settings');
  const f = useFormats();
  const [before] = useState(
    () =>
      ({
        ...Object.fromEntries(COMPANY_FIELDS.map((field) => [field, company[field] ?? ''])),
        phone: company.phone ? f.phone(company.phone) : '',
      }) as Record<Field, string>,
  );
  const update = useAction('companies.update', { stale: STALE, meta: { quiet: true } });
  const form = useForm(before, {
    limits,
    check: ({ name }) => ({ name: name.trim() === '' ? t('company.name_missing') : undefined }),
  });
  const oked = form.field('oked');
  return (
    <FormDialog
      title={t('company.edit_title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('company.save')}
      save={async (fields) => {
        // What was not touched is not sent, so that it cannot undo what another has changed meanwhile.
        const body = Object.fromEntries(
          COMPANY_FIELDS.filter((field) => fields[field] !== before[field]).map((field) => [
            field,
            fields[field],
          ]),
        );
        const { name_request } = await update.mutateAsync({ body });
        const isAsked = name_request && ('name' in body || 'name_kz' in body);
        toasts.success(t(isAsked ? 'company.saved_name' : 'company.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      {COMPANY_LINES.map((field, at) => (
        <TextInput
          key={field}
          label={t(`company.${field}`)}
          description={field in HINTS ? t(HINTS[field as keyof typeof HINTS]) : undefined}
          {...form.field(field)}
          {...(at === 0 && { 'data-autofocus': true, required: true })}
        />
      ))}
      <div className={`k-pair ${css.pair}`}>
        <TextInput type="tel" label={t('company.phone')} {...form.field('phone')} />
        <TextInput type="email" label={t('company.email')} {...form.field('email')} />
      </div>
      <TextInput
        label={t('company.oked')}
        description={t('company.oked_hint')}
        inputMode="numeric"
        maxLength={5}
        {...oked}
        onChange={(event) => oked.onChange(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <TextInput label={t('company.occupation')} {...form.field('occupation')} />
      {company.role === 'business' && (
        <Select
          label={t('company.document_language')}
          description={t('company.document_language_hint')}
          data={(['ru', 'kz'] as const).map((value) => ({ value, label: t(`company.in_${value}`) }))}
          allowDeselect={false}
          {...form.field('document_language')}
        />
      )}
      <p className={css.second}>{t('company.bin_hint')}</p>
    </FormDialog>
  );
}
