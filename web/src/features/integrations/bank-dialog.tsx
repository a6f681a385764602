import limits from 'virtual:form-limits/integrations.save';
import {
  BANK_FORMS,
  MAPPED_FIELDS,
  STATUS_WORDS,
  type BankField,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { BankIntegration } from '@kelisim/shared/features/integrations/integrations.contract.ts';
import { KBE_CODES } from '@kelisim/shared/features/banking/kbe.ts';
import { Select, TextInput } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { TermField } from '../../ui/term-help.tsx';
import css from './integrations.module.css';

interface BankDialogProps {
  bank: BankIntegration;
  stale: readonly string[];
  onClose: () => void;
}

type Words = Record<string, string>;

/** The form of one bank. A secret is typed and never shown again; left empty it stays. */
export default function BankDialog({ bank, stale, onClose }: BankDialogProps) {
  const t = useTexts('integrations');
  const f = useFormats();
  const banks = useCall('banking.banks', undefined, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const isNeeded = ({ name, need }: BankField, settings: Words) =>
    name === 'client_secret' && bank.has_secret
      ? false
      : need === 'always' || (need === 'api' && Boolean(settings.api_url));
  const shownFields = BANK_FORMS[bank.kind];
  const form = useForm(
    {
      settings: { ...bank.settings } as Words,
      field_map: { ...bank.field_map } as Words,
      status_map: { ...bank.status_map } as Words,
      client_secret: '',
    },
    {
      limits,
      check: ({ settings, client_secret }) =>
        Object.fromEntries(
          shownFields
            .filter((field) => isNeeded(field, settings))
            .filter(({ name }) => !(name === 'client_secret' ? client_secret : settings[name])?.trim())
            .map(({ name }) => [pathOf(name), t('missing')]),
        ),
    },
  );
  const { settings } = form.values;
  const save = useAction('integrations.save', { stale: [...stale], meta: { quiet: true } });
  const test = useAction('integrations.test', { stale: [...stale], meta: { quiet: true } });
  const submit = async ({ client_secret, ...body }: typeof form.values) => {
    const params = { kind: bank.kind };
    await save.mutateAsync({ params, body: { ...body, ...(client_secret && { client_secret }) } });
    toasts.success(t('saved'));
    onClose();
    // What is wrong is said on the card.
    await test.mutateAsync({ params }).catch(() => undefined);
  };
  const hintOf = ({ name }: BankField) => {
    if (name === 'client_secret')
      return bank.secret_set_at
        ? t('hints.secret_kept', { time: f.moment(bank.secret_set_at) })
        : t('hints.client_secret');
    return name === 'api_url' || name === 'scopes' || name === 'status_path' ? t(`hints.${name}`) : undefined;
  };
  return (
    <FormDialog
      title={t(`banks.${bank.kind}`)}
      form={form}
      save={submit}
      submit={t('save')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {shownFields.map((field, at) => {
        const shared = {
          label: t(`fields.${field.name}`),
          description: hintOf(field),
          ...form.field(pathOf(field.name)),
          required: isNeeded(field, settings),
          ...(at === 0 && { 'data-autofocus': true }),
        };
        if (field.name === 'bank_id')
          return (
            <Select
              key={field.name}
              {...shared}
              searchable
              limit={60}
              data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={settings.bank_id || null}
              onChange={(chosen) =>
                form.set({
                  settings: {
                    ...settings,
                    bank_id: chosen ?? '',
                    bic: banks.find(({ id }) => String(id) === chosen)?.bic ?? '',
                  },
                })
              }
            />
          );
        if (field.name === 'kbe')
          return (
            <TermField key={field.name} term="kbe" word={shared.label}>
              <Select {...shared} data={[...KBE_CODES]} value={settings.kbe || null} />
            </TermField>
          );
        return (
          <TextInput
            key={field.name}
            {...shared}
            type={field.name === 'client_secret' ? 'password' : 'text'}
            autoComplete={field.name === 'client_secret' ? 'new-password' : 'off'}
            spellCheck={false}
          />
        );
      })}
      {bank.kind === 'CUSTOM' && (
        <details className={css.more}>
          <summary>{t('map.open')}</summary>
          <p className="k-second">{t('map.hint')}</p>
          <div className="k-stack">
            {MAPPED_FIELDS.map((name) => (
              <TextInput
                key={name}
                label={t(`map.field.${name}`)}
                placeholder={name}
                {...form.field(`field_map.${name}`)}
              />
            ))}
            <p className="k-second">
              {t('map.words')}. {t('map.words_hint')}
            </p>
            {STATUS_WORDS.map((name) => (
              <TextInput
                key={name}
                label={t(`map.${name}`)}
                placeholder={name}
                {...form.field(`status_map.${name}`)}
              />
            ))}
          </div>
        </details>
      )}
    </FormDialog>
  );
}

const pathOf = (name: BankField['name']) => (name === 'client_secret' ? name : `settings.${name}`);
