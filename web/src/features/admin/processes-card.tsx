import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import css from './admin.module.css';

/** As the guard of the clock has it: with more the process changes nothing. */
const MOST_APART_S = 5;

/** Every process of the installation, and whether one of them does what is done behind people's backs. */
export function ProcessesCard({ processes, hours }: Pick<Health, 'processes' | 'hours'>) {
  const t = useTexts('admin');
  const f = useFormats();
  const counts = hours.flatMap((hour) => hour.processes ?? []);
  const isWorked = processes.some(({ role, is_silent }) => role !== 'web' && !is_silent);
  return (
    <Card title={t('health.processes')}>
      {processes.length > 0 && !isWorked && (
        <p className={css.doubt}>
          <StatusDot tone="bad" label={t('health.process.nobody_works')} />
        </p>
      )}
      {processes.length === 0 && <p className="k-second">{t('health.process.none')}</p>}
      {counts.length > 0 && (
        <p className="k-second">{t('health.process.least', { count: f.number(Math.min(...counts)) })}</p>
      )}
      <KeyValue
        rows={processes.map((one) => ({
          label: `${one.host} · ${one.pid}`,
          value: (
            <>
              <StatusDot
                tone={one.is_silent ? 'bad' : 'good'}
                label={t(one.is_silent ? 'health.process.silent' : 'health.process.lives', {
                  when: f.relative(one.seen_at),
                })}
              />
              <span className="k-under">
                {[
                  t(`health.process.role.${one.role}`),
                  one.version,
                  t('health.process.started', { when: f.moment(one.started_at) }),
                ].join(' · ')}
              </span>
              {Math.abs(one.clock_ahead_s) > MOST_APART_S && (
                <span className="k-under">
                  <StatusDot
                    tone="bad"
                    label={t('health.process.clock', { seconds: f.number(Math.abs(one.clock_ahead_s)) })}
                  />
                </span>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
}
