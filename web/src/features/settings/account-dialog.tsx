import { KBE_CODES, readKbe } from '@kelisim/shared/features/banking/kbe.ts';
import { ibanBankCode, isIban } from '@kelisim/shared/kernel/iban.ts';
import { Checkbox, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { IbanInput } from '../../ui/id-inputs.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { focusFirst } from './focus-first.ts';
import { STALE, useBanks, type Requisite } from './settings.data.ts';

interface AccountDialogProps {
  /** Null: a new one. */
  account: Requisite | null;
  kbe: string | null;
  is_first: boolean;
  withProof: (deed: () => Promise<unknown>) => Promise<boolean>;
  onClose: () => void;
}

/** The account first: its number says whose bank it is. */
export function AccountDialog({ account, kbe, is_first, withProof, onClose }: AccountDialogProps) {
  const t = useTexts('settings');
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const banks = useBanks().data ?? [];
  const [fields, setFields] = useState({
    iban: account?.iban ?? '',
    bank_id: account ? String(account.bank_id) : '',
    kbe: account?.kbe ?? kbe ?? '17',
    is_main: false,
  });
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const add = useDeed('banking.add_requisite', { stale: STALE, meta: { quiet: true } });
  const update = useDeed('banking.update_requisite', { stale: STALE, meta: { quiet: true } });
  const error = add.error ?? update.error;
  const refused = error instanceof ApiError ? error.field : null;
  const set = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    add.reset();
    update.reset();
  };
  const { iban } = fields;
  const ofNumber = iban.length >= 7 ? banks.find((bank) => bank.iban_code === ibanBankCode(iban)) : undefined;
  const bank_id = fields.bank_id || (ofNumber ? String(ofNumber.id) : '');
  const another = ofNumber && bank_id !== String(ofNumber.id) ? ofNumber.name : null;
  const ibanError =
    asked && iban === '' ? t('account.iban_missing') : refused === 'iban' ? errorText(error) : undefined;
  const bankError = another
    ? t('account.other_bank', { bank: another })
    : asked && !bank_id
      ? t('account.choose_bank')
      : refused === 'bank_id'
        ? errorText(error)
        : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isIban(iban) || !bank_id || another) return focusFirst(form.current);
    const body = { iban, bank_id: Number(bank_id), kbe: fields.kbe };
    setBusy(true);
    try {
      const saved = await withProof(() =>
        account
          ? update.mutateAsync({ body: { id: account.id, ...body } })
          : add.mutateAsync({ body: { ...body, is_main: fields.is_main || is_first } }),
      );
      if (!saved) return undefined;
      toasts.success(t(account ? 'account.changed' : 'account.added'));
      onClose();
    } catch {
      // Said beside its field, or above the buttons.
      focusFirst(form.current);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t(account ? 'account.edit' : 'account.add_title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={form} className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
        <IbanInput
          data-autofocus
          required
          label={t('account.iban')}
          description={t('account.iban_hint')}
          value={iban}
          error={ibanError}
          onChange={(value) =>
            set({ iban: value, ...(value.slice(4, 7) === iban.slice(4, 7) ? {} : { bank_id: '' }) })
          }
        />
        <Select
          required
          searchable
          limit={60}
          label={t('account.bank')}
          nothingFoundMessage={t('account.no_bank')}
          data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={bank_id || null}
          error={bankError}
          onChange={(value) => set({ bank_id: value ?? '' })}
        />
        <Select
          required
          searchable
          allowDeselect={false}
          label={t('account.kbe')}
          description={t('account.kbe_hint')}
          data={KBE_CODES.map((code) => {
            const { is_resident, sector } = readKbe(code, locale);
            const whose = t(is_resident ? 'account.resident' : 'account.foreign');
            return { value: code, label: `${code} – ${sector}, ${whose}` };
          })}
          value={fields.kbe}
          error={refused === 'kbe' ? errorText(error) : undefined}
          onChange={(value) => set({ kbe: value ?? fields.kbe })}
        />
        {!account && !is_first && (
          <Checkbox
            label={t('account.as_main')}
            checked={fields.is_main}
            onChange={(event) => set({ is_main: event.currentTarget.checked })}
          />
        )}
        <FormFoot
          error={error && !['iban', 'bank_id', 'kbe'].includes(refused ?? '') && errorText(error)}
          submit={t('account.save')}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
