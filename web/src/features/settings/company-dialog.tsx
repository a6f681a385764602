import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { focusFirst } from './focus-first.ts';
import { STALE, type CompanyView } from './settings.data.ts';
import css from './settings.module.css';

const LINES = [
  ['name', 300],
  ['name_kz', 300],
  ['display_name', 100],
  ['address', 500],
  ['ceo_name', 200],
  ['director_position', 100],
  ['contact_fio', 200],
] as const;
const HINTS = { name: 'company.name_hint', display_name: 'company.display_name_hint' } as const;
const FIELDS = [...LINES.map(([field]) => field), 'phone', 'email', 'oked', 'occupation'] as const;
type Field = (typeof FIELDS)[number];

export function CompanyDialog({ company, onClose }: { company: CompanyView; onClose: () => void }) {
  const t = useTexts('settings');
  const form = useRef<HTMLFormElement>(null);
  const f = useFormats();
  const [before] = useState(
    () =>
      ({
        ...Object.fromEntries(FIELDS.map((field) => [field, company[field] ?? ''])),
        phone: company.phone ? f.phone(company.phone) : '',
      }) as Record<Field, string>,
  );
  const [fields, setFields] = useState(before);
  const [asked, setAsked] = useState(false);
  const save = useDeed('companies.update', { stale: STALE, meta: { quiet: true } });
  const refused = save.error instanceof ApiError ? save.error.field : null;
  const errorOf = (field: Field) => {
    if (field === 'name' && asked && fields.name.trim() === '') return t('company.name_missing');
    return refused === field ? errorText(save.error) : undefined;
  };
  const set = (field: Field, value: string) => {
    setFields((typed) => ({ ...typed, [field]: value }));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (fields.name.trim() === '') return focusFirst(form.current);
    // What was not touched is not sent, so that it cannot undo what another has changed meanwhile.
    const body = Object.fromEntries(
      FIELDS.filter((field) => fields[field] !== before[field]).map((field) => [field, fields[field]]),
    );
    save.mutate(
      { body },
      {
        onSuccess: ({ name_request }) => {
          const isAsked = name_request && ('name' in body || 'name_kz' in body);
          toasts.success(t(isAsked ? 'company.saved_name' : 'company.saved'));
          onClose();
        },
        onError: () => focusFirst(form.current),
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t('company.edit_title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={form} className="k-stack" noValidate onSubmit={submit}>
        {LINES.map(([field, most], at) => (
          <TextInput
            key={field}
            {...(at === 0 && { 'data-autofocus': true, required: true })}
            label={t(`company.${field}`)}
            description={field in HINTS ? t(HINTS[field as keyof typeof HINTS]) : undefined}
            maxLength={most}
            value={fields[field]}
            error={errorOf(field)}
            onChange={(event) => set(field, event.currentTarget.value)}
          />
        ))}
        <div className={css.pair}>
          <TextInput
            type="tel"
            label={t('company.phone')}
            maxLength={40}
            value={fields.phone}
            error={errorOf('phone')}
            onChange={(event) => set('phone', event.currentTarget.value)}
          />
          <TextInput
            type="email"
            label={t('company.email')}
            maxLength={254}
            value={fields.email}
            error={errorOf('email')}
            onChange={(event) => set('email', event.currentTarget.value)}
          />
        </div>
        <TextInput
          label={t('company.oked')}
          description={t('company.oked_hint')}
          inputMode="numeric"
          maxLength={5}
          value={fields.oked}
          error={errorOf('oked')}
          onChange={(event) => set('oked', event.currentTarget.value.replace(/\D/g, ''))}
        />
        <TextInput
          label={t('company.occupation')}
          maxLength={300}
          value={fields.occupation}
          error={errorOf('occupation')}
          onChange={(event) => set('occupation', event.currentTarget.value)}
        />
        <p className={css.second}>{t('company.bin_hint')}</p>
        <FormFoot
          error={save.error && !FIELDS.some((field) => field === refused) && errorText(save.error)}
          submit={t('company.save')}
          busy={save.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
