import {
  BANK_FORMS,
  MAPPED_FIELDS,
  STATUS_WORDS,
  type BankField,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { BankIntegration } from '@kelisim/shared/features/integrations/integrations.contract.ts';
import { KBE_CODES } from '@kelisim/shared/features/banking/kbe.ts';
import { Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './integrations.module.css';

interface BankDialogProps {
  bank: BankIntegration;
  stale: readonly string[];
  onClose: () => void;
}

type Words = Record<string, string>;

/** The form of one bank. A secret is typed and never shown again; left empty it stays. */
export function BankDialog({ bank, stale, onClose }: BankDialogProps) {
  const t = useTexts('integrations');
  const f = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const banks = useCall('banking.banks', undefined, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const [fields, setFields] = useState<Words>({ ...bank.settings });
  const [map, setMap] = useState<Words>({ ...bank.field_map });
  const [words, setWords] = useState<Words>({ ...bank.status_map });
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = useDeed('integrations.save', { stale: [...stale], meta: { quiet: true } });
  const test = useDeed('integrations.test', { stale: [...stale], meta: { quiet: true } });
  const refused = save.error instanceof ApiError ? save.error.field?.replace('settings.', '') : undefined;
  const set = (change: Words) => {
    setFields((before) => ({ ...before, ...change }));
    save.reset();
  };
  const isNeeded = ({ name, need }: BankField) =>
    name === 'client_secret' && bank.has_secret
      ? false
      : need === 'always' || (need === 'api' && Boolean(fields.api_url));
  const shownFields = BANK_FORMS[bank.kind];
  const errorOf = (field: BankField) => {
    if (asked && isNeeded(field) && !fields[field.name]?.trim()) return t('missing');
    return refused === field.name ? errorText(save.error) : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const toFirstWrong = () =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    if (shownFields.some((field) => isNeeded(field) && !fields[field.name]?.trim())) return toFirstWrong();
    setBusy(true);
    const { client_secret, ...settings } = fields;
    const params = { kind: bank.kind };
    const body = { settings, field_map: map, status_map: words, ...(client_secret && { client_secret }) };
    try {
      await save.mutateAsync({ params, body });
      toasts.success(t('saved'));
      onClose();
      // What is wrong is said on the card.
      await test.mutateAsync({ params }).catch(() => undefined);
    } catch {
      toFirstWrong();
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  const hintOf = ({ name }: BankField) => {
    if (name === 'client_secret')
      return bank.secret_set_at
        ? t('hints.secret_kept', { time: f.moment(bank.secret_set_at) })
        : t('hints.client_secret');
    return name === 'api_url' || name === 'scopes' || name === 'status_path' ? t(`hints.${name}`) : undefined;
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t(`banks.${bank.kind}`)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={form} className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
        {shownFields.map((field, at) => {
          const shared = {
            label: t(`fields.${field.name}`),
            description: hintOf(field),
            required: isNeeded(field),
            error: errorOf(field),
            ...(at === 0 && { 'data-autofocus': true }),
          };
          const value = fields[field.name] ?? '';
          if (field.name === 'bank_id')
            return (
              <Select
                key={field.name}
                {...shared}
                searchable
                limit={60}
                data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={value || null}
                onChange={(chosen) =>
                  set({
                    bank_id: chosen ?? '',
                    bic: banks.find(({ id }) => String(id) === chosen)?.bic ?? '',
                  })
                }
              />
            );
          if (field.name === 'kbe')
            return (
              <Select
                key={field.name}
                {...shared}
                data={[...KBE_CODES]}
                value={value || null}
                onChange={(chosen) => set({ kbe: chosen ?? '' })}
              />
            );
          return (
            <TextInput
              key={field.name}
              {...shared}
              type={field.name === 'client_secret' ? 'password' : 'text'}
              autoComplete={field.name === 'client_secret' ? 'new-password' : 'off'}
              spellCheck={false}
              value={value}
              onChange={(event) => set({ [field.name]: event.currentTarget.value })}
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
                  maxLength={100}
                  value={map[name] ?? ''}
                  onChange={(event) => setMap({ ...map, [name]: event.currentTarget.value })}
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
                  maxLength={200}
                  value={words[name] ?? ''}
                  onChange={(event) => setWords({ ...words, [name]: event.currentTarget.value })}
                />
              ))}
            </div>
          </details>
        )}
        <FormFoot
          error={save.error && !shownFields.some(({ name }) => name === refused) && errorText(save.error)}
          submit={t('save')}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
