import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { MonthChart } from './month-chart.tsx';
import type { Statistics } from './statistics.data.ts';
import css from './statistics.module.css';
import { TableBehind } from './table-behind.tsx';
import { useMonthWords } from './use-month-words.ts';

const DAYS_FROM_H = 48;

/** How long it took from sending to the second signature. */
export function TimeCard({ statistics }: { statistics: Statistics }) {
  const t = useTexts('statistics');
  const f = useFormats();
  const words = useMonthWords();
  const { months, hours_to_sign } = statistics;
  const say = (hours: number | null) => {
    if (hours === null) return t('time.none');
    if (hours === 0) return t('time.soon');
    return hours < DAYS_FROM_H
      ? t('time.hours', { value: f.number(hours) })
      : t('time.days', { value: f.number(Math.round((hours / 24) * 10) / 10) });
  };
  const highest = Math.max(...months.map((row) => row.hours_to_sign ?? 0));
  return (
    <Card title={t('time.title')} aside={<strong>{hours_to_sign !== null && say(hours_to_sign)}</strong>}>
      <p className={`k-flat k-below-12 ${css.about}`}>{t('time.about')}</p>
      <MonthChart
        label={`${t('time.title')}. ${say(hours_to_sign)}`}
        top={say(highest)}
        columns={months.map((row) => ({
          key: row.month,
          label: words.short(row.month),
          words: t('time_bar', { month: words.long(row.month), time: say(row.hours_to_sign) }),
          // What took no time is still something that was signed.
          outer: row.hours_to_sign === null ? 0 : Math.max(0.01, row.hours_to_sign / Math.max(highest, 0.1)),
        }))}
      />
      <TableBehind
        label={t('time.title')}
        head={[t('sums.month'), t('time.column')]}
        rows={months.map((row) => ({
          key: row.month,
          cells: [words.long(row.month), row.hours_to_sign === null ? '—' : say(row.hours_to_sign)],
        }))}
      />
    </Card>
  );
}
