import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { IconMessage, IconRepeat } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useActLook } from './act-words.ts';
import type { Actor } from './actor.ts';
import css from './acts.module.css';

/** What is to be known of an act before it is opened: unread words, repetition, correction. */
function Marks({ act }: { act: ActListItem }) {
  const t = useTexts('acts');
  return (
    <>
      {act.comments_unread > 0 && (
        <span className={css.mark} data-tone="attention">
          <IconMessage size={14} aria-hidden />
          {act.comments_unread}
          <span className="k-visually-hidden">{t('marks.unread', { count: act.comments_unread })}</span>
        </span>
      )}
      {act.auto_generate && (
        <span className={css.mark} title={t('marks.repeats')}>
          <IconRepeat size={14} aria-hidden />
          <span className="k-visually-hidden">{t('marks.repeats')}</span>
        </span>
      )}
      {act.corrects_act_id !== null && <span className={css.mark}>{t('marks.corrects')}</span>}
    </>
  );
}

/** The columns of the list; keys of those that sort are the words of `sort_by`. */
export function useActColumns(actor: Actor): Column<ActListItem>[] {
  const t = useTexts('acts');
  const f = useFormats();
  const { side } = actor;
  const look = useActLook(actor);
  return [
    {
      key: 'number',
      title: t('columns.number'),
      sortable: true,
      card: 'title',
      width: '22%',
      cell: (act) => (
        <>
          {act.number}
          <Marks act={act} />
          <span className="k-block k-plain k-second k-small">{act.title}</span>
        </>
      ),
    },
    {
      key: 'contractor',
      title: t(side === 'business' ? 'columns.executor' : 'columns.company'),
      sortable: true,
      card: 'plain',
      // As wide as a name of three words wants to be.
      width: '22%',
      cell: (act) => {
        const party = side === 'business' ? act.contractor_company : act.company;
        return (
          <>
            {party.name}
            <span className="k-block k-plain k-second k-small">{party.bin}</span>
          </>
        );
      },
    },
    {
      key: 'period',
      title: t('columns.period'),
      width: '130px',
      cell: (act) => f.period(act.start_date, act.end_date),
    },
    {
      key: 'amount',
      title: t('columns.sum'),
      align: 'right',
      sortable: true,
      card: 'aside',
      width: '140px',
      cell: (act) => (
        <>
          <Money amount={act.amount} />
          {act.paid !== '0.00' && act.open !== '0.00' && (
            <span className="k-block k-plain k-second k-small">
              {t('paid_of', { paid: f.money(act.paid) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'status',
      title: t('columns.state'),
      sortable: true,
      card: 'plain',
      width: '190px',
      cell: (act) => <StatusDot {...look(act)} />,
    },
    {
      key: 'act_date',
      title: t('columns.date'),
      align: 'right',
      sortable: true,
      card: 'none',
      width: '100px',
      cell: (act) => f.date(act.act_date),
    },
  ];
}
