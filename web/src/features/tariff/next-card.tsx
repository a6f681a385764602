import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { changeInWords, type Tariff, type TariffChange } from './tariff.data.ts';
import css from './tariff.module.css';

export interface NextCardProps {
  tariff: Tariff;
  /** Given to who may call a change off. */
  onCallOff?: (change: TariffChange) => void;
}

/** What is planned, and how the limit has changed so far. */
export function NextCard({ tariff, onCallOff }: NextCardProps) {
  const t = useTexts('tariff');
  const f = useFormats();
  const { planned_changes, limit_changes } = tariff;
  const past = limit_changes.filter(({ is_applied, cancelled_at }) => is_applied || cancelled_at !== null);
  return (
    <Card title={t('next')}>
      {planned_changes.length === 0 ? (
        <p className={css.second}>{t('next_none')}</p>
      ) : (
        <ul className="k-list k-rows">
          {planned_changes.map((change) => (
            <li key={change.id}>
              <span>
                {changeInWords(t, f, change)}
                {change.reason && <span className={css.second}>{change.reason}</span>}
              </span>
              {onCallOff && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('call_off_named', { date: f.date(change.scheduled_for) })}
                  onClick={() => onCallOff(change)}
                >
                  {t('call_off')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className="k-above-16">
          <summary>{t('history')}</summary>
          <ul className="k-list k-rows">
            {past.map((change) => (
              <li key={change.id}>
                <span>
                  {f.date(change.scheduled_for)}:{' '}
                  {change.old_limit === null
                    ? t('history_first', { new: f.number(change.new_limit ?? 0) })
                    : t('history_limit', {
                        old: f.number(change.old_limit),
                        new: f.number(change.new_limit ?? 0),
                      })}
                  {change.asked_limit !== null && (
                    <span className={css.second}>
                      {t('history_asked', { asked: f.number(change.asked_limit) })}
                    </span>
                  )}
                  {change.reason && <span className={css.second}>{change.reason}</span>}
                </span>
                {change.cancelled_at && <span className={css.second}>{t('history_called_off')}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
