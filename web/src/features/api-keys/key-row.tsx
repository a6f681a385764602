import type { ApiKeyView } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import { READY_SETS, type ReadySet } from '@kelisim/shared/features/api-keys/ready-sets.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { RowMenu, type RowDeed } from '../../ui/row-menu.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import css from './api-keys.module.css';

const TONES: Record<ApiKeyView['state'], Tone> = {
  active: 'good',
  replaced: 'attention',
  asleep: 'attention-ring',
  expired: 'quiet',
  revoked: 'bad-ring',
};

/** States whose end lies ahead. */
const ENDS: readonly ApiKeyView['state'][] = ['active', 'replaced'];

/** One key: how it stands, what it may do, who made it and when it was used. */
export function KeyRow({ item, deeds }: { item: ApiKeyView; deeds: readonly RowDeed[] }) {
  const t = useTexts('api-keys');
  const f = useFormats();
  const set = (Object.keys(READY_SETS) as ReadySet[]).find((one) => isSame(READY_SETS[one], item.scopes));
  // It is good until the first moment after its last day.
  const last = almatyDate(new Date(Date.parse(item.expires_at) - 1));
  return (
    <li>
      <div className="k-flex k-gap-8 k-between k-top k-wide">
        <div className="k-stack k-gap-2 k-shrink k-anywhere">
          <span className="k-row k-gap-8 k-middle">
            <strong>{item.name}</strong>
            <code className={css.prefix}>{item.prefix}…</code>
          </span>
          <StatusDot
            tone={TONES[item.state]}
            label={[
              t(`states.${item.state}`),
              ...(ENDS.includes(item.state) ? [t('until', { day: f.date(last) })] : []),
            ].join(', ')}
          />
          <span className="k-second">
            {set ? t(`sets.${set}`) : item.scopes.map((scope) => t(`scopes.${scope}`)).join(' · ')}
          </span>
          {item.networks.length > 0 && (
            <span className="k-second">{t('only_from', { list: item.networks.join(', ') })}</span>
          )}
          <span className="k-second">
            {item.last_used_at
              ? t('used', { time: f.moment(item.last_used_at), ip: item.last_ip ?? '–' })
              : t('unused')}
          </span>
          <span className="k-second">
            {t('made', { name: item.made_by.full_name, day: f.date(almatyDate(new Date(item.created_at))) })}
          </span>
        </div>
        <RowMenu label={t('more', { name: item.name })} deeds={deeds} />
      </div>
    </li>
  );
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((scope) => other.includes(scope));
