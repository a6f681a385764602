import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { KeyValueProps } from '../../ui/key-value.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

const TONES = { calm: 'good', close: 'attention', above: 'bad', unknown: 'quiet' } as const;

/** How much of each bound is used, a row each. */
export function useLimitRows(limits: StandingView['limits'], is_own: boolean): KeyValueProps['rows'] {
  const t = useTexts('standings');
  return limits.map((row) => ({
    label: [t(`${is_own ? 'own_limits' : 'limits'}.${row.kind}`), row.company?.name]
      .filter(Boolean)
      .join(', '),
    value: (
      <>
        <span className="k-block">
          <Money amount={row.used} short /> / <Money amount={row.limit} short />
        </span>
        <StatusDot tone={TONES[row.state]} label={t(`limit_states.${row.state}`)} />
      </>
    ),
  }));
}
