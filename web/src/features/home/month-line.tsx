import { STEP_STATUSES } from '@kelisim/shared/features/statistics/statistics-steps.ts';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { actsHref, monthOf } from './act-links.ts';
import { useToday } from './home.data.ts';
import type { BusinessHome } from './home.data.ts';
import css from './month-line.module.css';

type Step = BusinessHome['month'][number]['step'];

/** What an act must be to have come so far, for the list behind each step. */
const come: Record<Step, readonly ActStatus[]> = { made: [], ...STEP_STATUSES };

/** The month as a line: how many acts have come how far, and with what sum. */
export function MonthLine({ steps }: { steps: BusinessHome['month'] }) {
  const t = useTexts('home');
  const f = useFormats();
  const today = useToday();
  const made = steps[0]?.count ?? 0;
  const month = f.month(Number(today.slice(0, 4)), Number(today.slice(5, 7)));
  return (
    <Card title={t('month.title', { month: month.toLowerCase() })}>
      {made === 0 ? (
        <p className="k-second">{t('month.empty')}</p>
      ) : (
        <ol className={`k-list ${css.line}`}>
          {steps.map(({ step, count, amount }) => (
            <li key={step} className={css.step} data-reached={count > 0 || undefined}>
              <span className={css.mark} aria-hidden />
              <AppLink
                href={actsHref('business', come[step], monthOf(today))}
                className={`k-grid k-first k-unlined ${css.link}`}
              >
                <span className={`k-second ${css.name}`}>{t(`month.${step}`)}</span>
                <span className={`k-size-20 k-bold ${css.count}`}>{f.number(count)}</span>
                <span className={`k-second ${css.amount}`}>
                  <Money amount={amount} short />
                </span>
              </AppLink>
              <span className={css.bar} aria-hidden>
                <span style={{ width: `${(count / made) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
