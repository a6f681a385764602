import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useState } from 'react';
import limits from 'virtual:form-limits/obligations.tell_paid';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

interface TellDialogProps {
  month: string;
  item: Answer<'obligations.month'>['items'][number];
  onClose: () => void;
}

/** Says on which day a kind of a month was transferred, and how much. */
export default function TellDialog({ month, item, onClose }: TellDialogProps) {
  const t = useTexts('obligations');
  const [today] = useState(() => almatyDate(new Date()));
  const tell = useAction('obligations.tell_paid', { stale: ['obligations.'], meta: { quiet: true } });
  const { kind, amount, told } = item;
  // A day has one sum, so what is told of today already is counted in.
  const before = told.filter(({ paid_on, operation_id }) => operation_id !== null || paid_on !== today);
  const left = before.reduce((sum, day) => sum - parseMoney(day.amount)!, parseMoney(amount)!);
  const form = useForm({ paid_on: today, amount: formatMoney(left) }, { limits });
  return (
    <FormDialog
      title={t('tell_of', { kind: t(`kind.${kind}`) })}
      form={form}
      submit={t('tell')}
      save={async (values) => {
        await tell.mutateAsync({ body: { month, kind, ...values } });
        toasts.success(t('told_done'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat k-second">{t('tell_hint')}</p>
      <DateInput
        data-autofocus
        label={t('paid_on')}
        min={`${month}-01`}
        max={today}
        {...form.field('paid_on')}
      />
      <MoneyInput label={t('paid_sum')} description={t('paid_sum_hint')} {...form.field('amount')} />
    </FormDialog>
  );
}
