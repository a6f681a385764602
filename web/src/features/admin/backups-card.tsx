import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** As the alerts have it: a backup is made every day, the log is copied four times a minute, a restore is tried nightly. */
const LATE_MS = { base: 26 * 3_600_000, log: 5 * 60_000, trial: 60 * 3_600_000 };

/** How old the backups are, and whether the last one was restored. */
export function BackupsCard({ backups, now }: { backups: Health['backups']; now: number }) {
  const t = useTexts('admin');
  const f = useFormats();
  const { base_ended_at, log_copied_at, trial } = backups;
  const age = (of: keyof typeof LATE_MS, moment: string | null) =>
    moment === null ? (
      <StatusDot tone="quiet" label={t('health.backup.none')} />
    ) : (
      <StatusDot tone={now - Date.parse(moment) > LATE_MS[of] ? 'bad' : 'good'} label={f.relative(moment)} />
    );
  return (
    <Card title={t('health.backups')}>
      <KeyValue
        rows={[
          { label: t('health.backup.base'), value: age('base', base_ended_at) },
          { label: t('health.backup.log'), value: age('log', log_copied_at) },
          {
            label: t('health.backup.trial'),
            value: trial?.failure ? (
              <>
                <StatusDot tone="bad" label={t('health.backup.failed')} />
                {trial.fault && <span className="k-under">{t(`health.backup.fault.${trial.fault}`)}</span>}
                <span className="k-under">{f.relative(trial.ended_at)}</span>
                <details className="k-under">
                  <summary>{t('health.backup.words')}</summary>
                  <span>{trial.failure}</span>
                </details>
              </>
            ) : (
              age('trial', trial?.ended_at ?? null)
            ),
          },
        ]}
      />
    </Card>
  );
}
