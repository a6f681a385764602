import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { MonthChart } from './month-chart.tsx';
import type { MonthRow, Statistics } from './statistics.data.ts';
import css from './statistics.module.css';
import { TableBehind } from './table-behind.tsx';
import { useMonthWords } from './use-month-words.ts';

/** What was signed in each month and how much of it is paid. */
export function SumsCard({ statistics }: { statistics: Statistics }) {
  const t = useTexts('statistics');
  const f = useFormats();
  const words = useMonthWords();
  const { months, total } = statistics;
  const highest = months.reduce((most, row) => (tiyn(row) > tiyn(most) ? row : most), months[0]!);
  const share = (amount: string) => Number(parseMoney(amount) ?? 0n) / Math.max(1, Number(tiyn(highest)));
  return (
    <Card title={t('sums.title')} aside={<Legend />}>
      <p className={`k-flat k-below-12 ${css.about}`}>{t('sums.about')}</p>
      <MonthChart
        label={`${t('sums.title')}. ${t('share', { paid: f.money(total.paid.amount), signed: f.money(total.signed.amount) })}`}
        top={f.moneyShort(highest.signed.amount)}
        columns={months.map((row) => ({
          key: row.month,
          label: words.short(row.month),
          words: t('bar', {
            month: words.long(row.month),
            signed: f.money(row.signed.amount),
            paid: f.money(row.paid.amount),
          }),
          outer: share(row.signed.amount),
          inner: share(row.paid.amount),
        }))}
      />
      <TableBehind
        label={t('sums.title')}
        head={[t('sums.month'), t('sums.count'), t('step.signed'), t('step.paid')]}
        rows={months.map((row) => ({
          key: row.month,
          cells: [
            words.long(row.month),
            f.number(row.signed.count),
            <Money key="signed" amount={row.signed.amount} />,
            <Money key="paid" amount={row.paid.amount} />,
          ],
        }))}
        foot={[
          t('sums.all'),
          f.number(total.signed.count),
          <Money key="signed" amount={total.signed.amount} />,
          <Money key="paid" amount={total.paid.amount} />,
        ]}
      />
    </Card>
  );
}

const tiyn = (row: MonthRow) => parseMoney(row.signed.amount) ?? 0n;

function Legend() {
  const t = useTexts('statistics');
  return (
    <span className="k-row k-gap-4-16 k-second k-small" aria-hidden>
      <span className={css.legendOuter}>{t('step.signed')}</span>
      <span className={css.legendInner}>{t('step.paid')}</span>
    </span>
  );
}
