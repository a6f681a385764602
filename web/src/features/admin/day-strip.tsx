import type { Health, HealthPart } from '@kelisim/shared/features/administration/administration.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './admin.module.css';

/** How a part fared in each of the last 24 hours: a cell an hour, and in words when it failed. */
export function DayStrip({ part, hours }: { part: HealthPart; hours: Health['hours'] }) {
  const t = useTexts('admin');
  const f = useFormats();
  const cells = hours.map(({ began_at, failed }) => ({
    hour: f.time(began_at),
    state:
      failed === null ? ('unknown' as const) : failed.includes(part) ? ('failed' as const) : ('ok' as const),
  }));
  const broken = cells.filter(({ state }) => state === 'failed');
  const known = cells.filter(({ state }) => state !== 'unknown').length;
  return (
    <>
      <span className={css.hours} aria-hidden>
        {cells.map(({ hour, state }) => (
          <span key={hour} data-state={state} title={t(`health.day.hour_${state}`, { hour })} />
        ))}
      </span>
      <span className="k-under">
        {broken.length > 0
          ? t('health.day.failed', { hours: broken.map(({ hour }) => hour).join(', ') })
          : known > 0
            ? t('health.day.ok', { count: known })
            : t('health.day.unknown')}
      </span>
    </>
  );
}
