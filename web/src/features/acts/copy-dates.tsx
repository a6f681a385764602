import { almatyDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { DateInput } from '../../ui/date-input.tsx';
import css from './act-beside.module.css';
import { monthsAround } from './months.ts';

/** The date and the period of copies: this month as far as it has come, until somebody says otherwise. */
export function useCopyDates() {
  const [value, setValue] = useState(() => {
    const today = almatyDate(new Date());
    return { date: today, start_date: monthsAround(today).current.from, end_date: today };
  });
  const isRight = Object.values(value).every(isDate) && value.start_date <= value.end_date;
  return {
    value,
    isRight,
    set: (part: Partial<typeof value>) => setValue((before) => ({ ...before, ...part })),
  };
}

export function CopyDates({ dates }: { dates: ReturnType<typeof useCopyDates> }) {
  const t = useTexts('acts');
  const { value, set } = dates;
  return (
    <div className={css.dates}>
      <DateInput
        label={t('form.start')}
        value={value.start_date}
        onChange={(start_date) => set({ start_date })}
        withAsterisk
      />
      <DateInput
        label={t('form.end')}
        value={value.end_date}
        min={value.start_date || undefined}
        onChange={(end_date) => set({ end_date })}
        withAsterisk
      />
      <DateInput label={t('form.date')} value={value.date} onChange={(date) => set({ date })} withAsterisk />
    </div>
  );
}
