import type { ReconciliationSummary } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import type { ReconciliationState } from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { maySign, TONES, type Side, type Viewer } from './reconciliation-look.ts';

export interface ActRow {
  party: { id: number; name: string; bin: string };
  state: ReconciliationState;
  closing: string;
  act: ReconciliationSummary | null;
}

/** The columns of both lists; the period stands only where rows have different ones. */
export function useActColumns(viewer: Viewer, has_period: boolean): Column<ActRow>[] {
  const t = useTexts('reconciliations');
  const f = useFormats();
  return [
    {
      key: 'party',
      title: t(viewer.side === 'business' ? 'party' : 'customer'),
      card: 'title',
      cell: ({ party }) => <TwoLines under={party.bin}>{party.name}</TwoLines>,
    },
    ...(has_period
      ? [
          {
            key: 'period',
            title: t('period'),
            width: '220px',
            cell: ({ act }: ActRow) => act && f.period(act.date_from, act.date_to),
          },
        ]
      : []),
    {
      key: 'closing',
      title: t('closing'),
      align: 'right',
      width: '220px',
      cell: ({ closing }) => <Balance closing={closing} side={viewer.side} />,
    },
    {
      key: 'state',
      title: t('state_title'),
      card: 'plain',
      width: '260px',
      cell: (row) => <ActState row={row} viewer={viewer} />,
    },
  ];
}

/** What is owed after the period, and who owes it to whom. */
function Balance({ closing, side }: { closing: string; side: Side }) {
  const t = useTexts('reconciliations');
  const is_less = closing.startsWith('-');
  if (/^-?0\.00$/.test(closing)) return <span className="k-second">{t('even')}</span>;
  return (
    <>
      <Money amount={closing.replace('-', '')} />
      <span className="k-block k-second k-small">
        {t(is_less === (side === 'business') ? 'they_owe' : 'you_owe')}
      </span>
    </>
  );
}

function ActState({ row: { state, act }, viewer }: { row: ActRow; viewer: Viewer }) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const waits = act && (maySign(act, viewer) || (viewer.side === 'executor' && act.status === 'sent'));
  return (
    <>
      <StatusDot tone={waits ? 'attention' : TONES[state]} label={t(`state.${state}`)} />
      {act && act.differences > 0 && state !== 'signed' && (
        <span className="k-block k-second k-small">{t('differences', { count: act.differences })}</span>
      )}
      {act?.answer_until && (state === 'sent' || state === 'not_answered') && (
        <span className="k-block k-second k-small">
          {t('answer_until', { date: f.date(act.answer_until) })}
        </span>
      )}
    </>
  );
}
