import {
  EARLIER_KINDS,
  earlierAskedOf,
  isOfMonth,
  mayBeOfEntity,
  type EarlierKind,
} from '@kelisim/shared/features/taxes/earlier.ts';
import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/taxes.set_earlier';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useMonths } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** The first year of which the product knows the law. */
const FIRST_YEAR = 2025;

interface EarlierDialogProps {
  data: StandingView;
  is_own: boolean;
  onClose: () => void;
}

/** One figure from before Kelisim; of oneself only what came from elsewhere: of a month, or the turnover of a year. */
export default function EarlierDialog({ data, is_own, onClose }: EarlierDialogProps) {
  const t = useTexts('earlier');
  const [today] = useState(() => almatyDate(new Date()));
  const set = useAction('taxes.set_earlier', { stale: ['taxes.', 'bookkeeping.'], meta: { quiet: true } });
  const first: EarlierKind = earlierAskedOf(data.now.standing, is_own) ?? 'taxed';
  const kinds = EARLIER_KINDS.filter((one) => !data.executor.is_entity || mayBeOfEntity(one));
  const form = useForm(
    () => ({
      kind: first,
      period: periodOf(first, today),
      amount: '',
      source: '',
      source_on: today,
    }),
    { limits },
  );
  const { kind } = form.values;
  const months = useMonths(today).filter(({ value }) => value >= String(FIRST_YEAR));
  const years = Array.from({ length: Number(today.slice(0, 4)) - FIRST_YEAR + 1 }, (_, back) =>
    String(Number(today.slice(0, 4)) - back),
  );
  const choice = form.field('kind');
  return (
    <FormDialog
      title={t(is_own ? 'own_title' : 'title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('save')}
      save={async (body) => {
        await set.mutateAsync({ body: { ...body, executor_company_id: data.executor.id } });
        toasts.success(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second k-flat">
        {is_own ? t(`own_hints.${first === 'turnover' ? first : 'self_employed'}`) : t('hint')}
      </p>
      {!is_own && kinds.length > 1 && (
        <NativeSelect
          label={t('what')}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          {...choice}
          onChange={(event) => {
            const next = event.currentTarget.value as EarlierKind;
            if (isOfMonth(next) !== isOfMonth(kind)) form.field('period').onChange(periodOf(next, today));
            choice.onChange(next);
          }}
        />
      )}
      <NativeSelect
        label={t(isOfMonth(kind) ? 'month' : 'year')}
        data={isOfMonth(kind) ? months : years}
        {...form.field('period')}
      />
      <MoneyInput label={t('amount')} {...form.field('amount')} />
      <TextInput label={t('source')} description={t('source_hint')} {...form.field('source')} />
      <DateInput label={t('source_on')} max={today} {...form.field('source_on')} />
    </FormDialog>
  );
}

const periodOf = (kind: EarlierKind, today: string) => today.slice(0, isOfMonth(kind) ? 7 : 4);
