import { KBE_CODES, readKbe } from '@kelisim/shared/features/banking/kbe.ts';
import { ibanBankCode } from '@kelisim/shared/kernel/iban.ts';
import { Checkbox, Select } from '@mantine/core';
import limits from 'virtual:form-limits/banking.add_requisite';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IbanInput } from '../../ui/id-inputs.tsx';
import { TermField } from '../../ui/term-help.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { STALE, useBanks, type Requisite } from './settings.data.ts';

interface AccountDialogProps {
  /** Null: a new one. */
  account: Requisite | null;
  kbe: string | null;
  is_first: boolean;
  onClose: () => void;
}

/** The account first: its number says whose bank it is. */
export function AccountDialog({ account, kbe, is_first, onClose }: AccountDialogProps) {
  const t = useTexts('settings');
  const locale = useLocale();
  const list = useBanks();
  const banks = list.data ?? [];
  const add = useAction('banking.add_requisite', { stale: STALE, meta: { quiet: true } });
  const update = useAction('banking.update_requisite', { stale: STALE, meta: { quiet: true } });
  const bankOf = ({ iban, bank_id }: { iban: string; bank_id: string }, known = banks) => {
    const ofNumber =
      iban.length >= 7 ? known.find((bank) => bank.iban_code === ibanBankCode(iban)) : undefined;
    const id = bank_id || (ofNumber ? String(ofNumber.id) : '');
    return { id, another: ofNumber && id !== String(ofNumber.id) ? ofNumber.name : null };
  };
  const faultOfBank = (values: { iban: string; bank_id: string }) => {
    const { id, another } = bankOf(values);
    if (another) return t('account.other_bank', { bank: another });
    // While the list is on its way nobody knows yet that there is nothing to choose.
    return id || !list.data ? undefined : t('account.choose_bank');
  };
  const form = useForm(
    {
      iban: account?.iban ?? '',
      bank_id: account ? String(account.bank_id) : '',
      kbe: account?.kbe ?? kbe ?? '17',
      is_main: false,
    },
    {
      limits,
      check: (values) => ({
        iban: values.iban === '' ? t('account.iban_missing') : undefined,
        bank_id: faultOfBank(values),
      }),
    },
  );
  const { iban } = form.values;
  const bank = bankOf(form.values);
  return (
    <FormDialog
      title={t(account ? 'account.edit' : 'account.add_title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('account.save')}
      save={async ({ is_main, ...fields }) => {
        const known = list.data ?? (await list.refetch()).data;
        const body = { iban, bank_id: Number(bankOf(fields, known).id), kbe: fields.kbe };
        if (account) await update.mutateAsync({ body: { id: account.id, ...body } });
        else await add.mutateAsync({ body: { ...body, is_main: is_main || is_first } });
        toasts.success(t(account ? 'account.changed' : 'account.added'));
        onClose();
      }}
      onClose={onClose}
    >
      <IbanInput
        data-autofocus
        label={t('account.iban')}
        description={t('account.iban_hint')}
        {...form.field('iban')}
        onChange={(value) =>
          form.set({ iban: value, ...(value.slice(4, 7) === iban.slice(4, 7) ? {} : { bank_id: '' }) })
        }
      />
      <Select
        required
        searchable
        limit={60}
        label={t('account.bank')}
        nothingFoundMessage={t('account.no_bank')}
        data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={bank.id || null}
        error={bank.another ? faultOfBank(form.values) : form.fault('bank_id')}
        onChange={(value) => form.set({ bank_id: value ?? '' })}
      />
      <TermField term="kbe" word={t('account.kbe')}>
        <Select
          searchable
          allowDeselect={false}
          label={t('account.kbe')}
          description={t('account.kbe_hint')}
          data={KBE_CODES.map((code) => {
            const { is_resident, sector } = readKbe(code, locale);
            const whose = t(is_resident ? 'account.resident' : 'account.foreign');
            return { value: code, label: `${code} – ${sector}, ${whose}` };
          })}
          {...form.field('kbe')}
          required
        />
      </TermField>
      {!account && !is_first && <Checkbox label={t('account.as_main')} {...form.field('is_main')} />}
    </FormDialog>
  );
}
