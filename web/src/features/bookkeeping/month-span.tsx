import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useMonths } from '../../platform/use-formats.ts';
import css from './bookkeeping.module.css';

export interface Span {
  from: string;
  to: string;
}

/** This year until now. */
export const thisYear = (today: string): Span => ({ from: `${today.slice(0, 4)}-01`, to: today.slice(0, 7) });

/** The first and the last of some months; the one never passes the other. */
export function MonthSpan({
  span: { from, to },
  today,
  onChange,
}: {
  span: Span;
  today: string;
  onChange: (span: Span) => void;
}) {
  const t = useTexts('ui');
  const months = useMonths(today);
  return (
    <div className={`${css.choice} ${css.months}`}>
      <NativeSelect
        label={t('months.from')}
        value={from}
        data={months}
        onChange={({ currentTarget: { value } }) => onChange({ from: value, to: value > to ? value : to })}
      />
      <NativeSelect
        label={t('months.to')}
        value={to}
        data={months}
        onChange={({ currentTarget: { value } }) =>
          onChange({ from: value < from ? value : from, to: value })
        }
      />
    </div>
  );
}
