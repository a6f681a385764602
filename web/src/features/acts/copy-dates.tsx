import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { addDays, almatyDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import css from './act-beside.module.css';
import { monthsAround } from './months.ts';

type Period = Pick<ActView, 'start_date' | 'end_date'>;

/**
 * The date and the period of copies, until somebody says otherwise: the month after that of the act that is copied, if it
 * has begun, else this one as far as it has come.
 */
export function useCopyDates(source?: Period) {
  const [value, setValue] = useState(() => proposeDates(almatyDate(new Date()), source));
  const isRight = Object.values(value).every(isDate) && value.start_date <= value.end_date;
  return {
    value,
    isRight,
    set: (part: Partial<typeof value>) => setValue((before) => ({ ...before, ...part })),
  };
}

function proposeDates(today: string, source?: Period) {
  const now = { date: today, start_date: monthsAround(today).current.from, end_date: today };
  if (source?.start_date.slice(0, 7) !== source?.end_date.slice(0, 7)) return now;
  const next = source && monthsAround(addDays(monthsAround(source.end_date).current.to, 1)).current;
  if (!next || next.from > today) return now;
  return { date: today, start_date: next.from, end_date: next.to < today ? next.to : today };
}

/** What the act that is copied says, and that its days come once more where they do. */
export function CopiedDates({ act, dates }: { act: ActView; dates: ReturnType<typeof useCopyDates> }) {
  const t = useTexts('acts');
  const f = useFormats();
  const { start_date, end_date } = dates.value;
  const isSame = dates.isRight && start_date <= act.end_date && act.start_date <= end_date;
  return (
    <>
      <p className="k-second">
        {t('copy.source', { period: f.period(act.start_date, act.end_date), date: f.date(act.act_date) })}
      </p>
      {isSame && (
        <p role="status" className="k-soft-attention k-pad-12 k-flat">
          {t('copy.same_days')}
        </p>
      )}
    </>
  );
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
