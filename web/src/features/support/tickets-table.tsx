import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { DeskSide } from './support.data.ts';
import css from './support.module.css';
import { isUnread, statusOf, toneOf } from './ticket-look.ts';

export function useTicketColumns(side: DeskSide): Column<Ticket>[] {
  const t = useTexts('support');
  const f = useFormats();
  const themeOf = (row: Ticket) => t(`theme.${TICKET_THEMES[row.theme_id - 1] ?? 'other'}`);
  const company: Column<Ticket> = {
    key: 'company',
    title: t('column.company'),
    card: 'plain',
    width: '24%',
    cell: (row) => <TwoLines under={row.user_name}>{row.company_name}</TwoLines>,
  };
  return [
    {
      key: 'text',
      title: t('column.text'),
      card: 'title',
      cell: (row) => (
        <>
          <span className={css.preview} data-unread={isUnread(row, side) || undefined}>
            {isUnread(row, side) && (
              <span className={css.unread} role="img" aria-label={t('list.unread_mark')} />
            )}
            {row.text}
          </span>
          <span className="k-under">
            № {row.id} · {themeOf(row)}
          </span>
        </>
      ),
    },
    ...(side === 'support' ? [company] : []),
    {
      key: 'status',
      title: t('column.status'),
      card: 'plain',
      width: '170px',
      cell: (row) => <StatusDot tone={toneOf(statusOf(row), side)} label={t(`status.${statusOf(row)}`)} />,
    },
    {
      key: 'when',
      title: t('column.when'),
      width: '190px',
      align: 'right',
      cell: (row) => f.relative(row.last_message_at),
    },
  ];
}
