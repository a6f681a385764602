import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import { isWatcherName } from '@kelisim/shared/features/administration/watchers.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

type WatcherState = Health['watchers'][number];

/** What is done again and again behind people's backs: what fails or is late first, the others on demand. */
export function WatchersCard({ watchers }: { watchers: Health['watchers'] }) {
  const t = useTexts('admin');
  const isWrong = ({ failures, is_late }: WatcherState) => failures > 0 || is_late;
  const fine = watchers.filter((one) => !isWrong(one));
  return (
    <Card title={t('health.watchers')}>
      <Watchers of={watchers.filter(isWrong)} />
      <details>
        <summary>{t('health.fine', { count: fine.length })}</summary>
        <Watchers of={fine} />
      </details>
    </Card>
  );
}

function Watchers({ of }: { of: readonly WatcherState[] }) {
  const t = useTexts('admin');
  const f = useFormats();
  const stateOf = ({ failures, is_late, ended_at }: WatcherState) => {
    if (failures > 0) return <StatusDot tone="bad" label={t('health.failures', { count: failures })} />;
    if (!ended_at) return <StatusDot tone="moving" label={t('health.running')} />;
    const when = f.relative(ended_at);
    return <StatusDot tone={is_late ? 'bad' : 'good'} label={is_late ? t('health.late', { when }) : when} />;
  };
  return (
    <KeyValue
      rows={of.map((one) => ({
        label: isWatcherName(one.name) ? t(`health.watcher.${one.name}`) : one.name,
        value: (
          <>
            {stateOf(one)}
            {one.last_error && (
              <span className="k-under">
                {one.name}: {one.last_error}
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}
