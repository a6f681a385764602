import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { ibanBankCode } from '@kelisim/shared/kernel/iban.ts';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/obligations.enter_office';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { BinIinInput, IbanInput } from '../../ui/id-inputs.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

interface OfficeDialogProps {
  payee: NonNullable<Answer<'obligations.month'>['items'][number]['payee']>;
  onClose: () => void;
}

/** To which office of state revenues the company pays its taxes: its account is where the money goes. */
export default function OfficeDialog({ payee, onClose }: OfficeDialogProps) {
  const t = useTexts('obligations');
  const [today] = useState(() => almatyDate(new Date()));
  const list = useCall('banking.banks', undefined);
  const enter = useAction('obligations.enter_office', { stale: ['obligations.'], meta: { quiet: true } });
  const { entered } = payee;
  const banks = list.data ?? [];
  const bankOf = ({ iban, bank_id }: { iban: string; bank_id: string }, known = banks) => {
    const ofNumber =
      iban.length >= 7 ? known.find((bank) => bank.iban_code === ibanBankCode(iban)) : undefined;
    return bank_id || (ofNumber ? String(ofNumber.id) : '');
  };
  const form = useForm(
    {
      name: entered ? payee.name : '',
      bin: payee.bin ?? '',
      iban: payee.iban ?? '',
      bank_id: entered ? String(entered.bank_id) : '',
      valid_from: today,
    },
    // The account says whose bank it is: nobody has to choose what is shown as chosen, or what is still on its way.
    { limits, check: (values) => ({ bank_id: list.data && bankOf(values) === '' ? undefined : null }) },
  );
  const bank = bankOf(form.values);
  return (
    <FormDialog
      title={t('office.title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('office.save')}
      save={async (values) => {
        const known = list.data ?? (await list.refetch()).data;
        await enter.mutateAsync({ body: { ...values, bank_id: Number(bankOf(values, known)) } });
        toasts.success(t('office.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat k-second">{t('office.hint')}</p>
      <TextInput data-autofocus label={t('office.name')} {...form.field('name')} />
      <BinIinInput kind="bin" label={t('office.bin')} {...form.field('bin')} />
      <IbanInput label={t('office.iban')} {...form.field('iban')} />
      <Select
        required
        searchable
        limit={60}
        label={t('office.bank')}
        nothingFoundMessage={t('office.no_bank')}
        data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={bank || null}
        error={form.fault('bank_id')}
        onChange={(value) => form.set({ bank_id: value ?? '' })}
      />
      <DateInput label={t('office.from')} {...form.field('valid_from')} />
    </FormDialog>
  );
}
