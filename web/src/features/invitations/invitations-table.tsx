import { INVITATION_STATUSES } from '@kelisim/shared/features/invitations/invitation-status.ts';
import type { InvitationStatus } from '@kelisim/shared/features/invitations/invitation-status.ts';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { searchOneOf, searchText, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { RowKey } from '../../ui/selection.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { useLook } from '../lists/public.ts';
import { FollowDialog } from './follow-dialog.tsx';
import css from './invitations.module.css';
import {
  copyLink,
  DELIVERY_TONES,
  INVITATION_TONES,
  isLive,
  mayRepeat,
  readRemindable,
  useInvitations,
} from './invitations.data.ts';
import type { FollowDeed, Invitation } from './invitations.data.ts';

const LIMIT = 50;
const HERE = '/lk/business/executors?view=invited';
const VIEWS = ['all', 'waiting', 'accepted', 'declined', 'expired', 'cancelled'] as const;
type View = (typeof VIEWS)[number];

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  shown: searchOneOf(raw, 'shown', VIEWS) ?? ('all' as View),
  search: searchText(raw, 'search')?.slice(0, 100),
});

function statusesOf(view: View): InvitationStatus[] | undefined {
  if (view === 'all') return undefined;
  return view === 'waiting' ? ['sent', 'opened'] : [view];
}

interface InvitationsTableProps {
  deed: { label: string; onClick: () => void } | undefined;
}

interface Open {
  deed: FollowDeed;
  who: readonly Pick<Invitation, 'phone' | 'name'>[];
}

/** Whom the company has invited, how it stands with each, and what is done with one or many of them. */
export function InvitationsTable({ deed }: InvitationsTableProps) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [{ page, shown, search }, change] = useUrlState(read);
  const status = statusesOf(shown);
  const list = useInvitations({ page, limit: LIMIT, status, search }, true);
  const { data } = list;
  const [selected, setSelected] = useState<ReadonlyMap<number, Invitation>>(new Map());
  const [open, setOpen] = useState<Open | null>(null);
  const onSearch = useCallback(
    (text: string) => change({ search: text || undefined }, { replace: true }),
    [change],
  );
  const select = (keys: ReadonlySet<RowKey>) => {
    const known = [...selected.values(), ...(data?.items ?? [])];
    setSelected(new Map(known.flatMap((one) => (keys.has(one.id) ? [[one.id, one] as const] : []))));
  };
  const fresh = new Map(data?.items.map((one) => [one.id, one]));
  const chosen = [...selected.values()].map((one) => fresh.get(one.id) ?? one);
  const look = useLook(
    'invitations',
    useColumns((one, who) => setOpen({ deed: one, who: [who] })),
  );
  const countOf = (view: View) => {
    if (!data) return undefined;
    const { counts } = data;
    const of = statusesOf(view) ?? INVITATION_STATUSES;
    return of.map((one) => counts[one]).reduce((sum, count) => sum + count, 0) || undefined;
  };
  const remindRest = async () => {
    try {
      setOpen({ deed: 'remind', who: await readRemindable() });
    } catch (reason) {
      toasts.error(errorText(reason));
    }
  };
  const close = (done: boolean) => {
    setOpen(null);
    if (done) setSelected(new Map());
  };
  return (
    <>
      <ViewTabs
        label={t('states')}
        current={shown}
        tabs={VIEWS.map((view) => ({
          key: view,
          label: t(`view.${view}`),
          href: view === 'all' ? HERE : `${HERE}&shown=${view}`,
          count: countOf(view),
        }))}
      />
      <div className="k-split k-middle k-below-12">
        <SearchField label={t('search')} placeholder={t('search_hint')} value={search} onSearch={onSearch} />
        {data !== undefined && data.remindable > 0 && (
          <Button
            variant="default"
            leftSection={<IconBell size={16} aria-hidden />}
            onClick={() => void remindRest()}
          >
            {t('remind_rest', { shown: f.number(data.remindable) })}
          </Button>
        )}
      </div>
      <ListTable
        label={t('invited')}
        {...look}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        selected={new Set<RowKey>(selected.keys())}
        onSelect={select}
        onResetFilters={
          search || shown !== 'all' ? () => change({ search: undefined, shown: undefined }) : undefined
        }
        empty={
          <EmptyState
            title={t('none_invited')}
            hint={t('none_invited_hint')}
            action={deed}
            noAction="no_right"
          />
        }
        {...pagesOf(list, page, LIMIT, change)}
      />
      {chosen.length > 0 && (
        <BulkBar
          text={t('selected', { count: chosen.length, shown: f.number(chosen.length) })}
          actions={[
            ...(chosen.every(isLive) ? (['remind', 'cancel'] as const) : []),
            ...(chosen.every(mayRepeat) ? (['repeat'] as const) : []),
          ].map((one) => ({ label: t(one), onClick: () => setOpen({ deed: one, who: chosen }) }))}
          onClear={() => setSelected(new Map())}
        />
      )}
      {open && <FollowDialog deed={open.deed} who={open.who} onClose={close} />}
    </>
  );
}

function useColumns(onDeed: (deed: FollowDeed, who: Invitation) => void): Column<Invitation>[] {
  const t = useTexts('invitations');
  const states = useTexts('registration');
  const f = useFormats();
  return [
    {
      key: 'name',
      title: t('column.name'),
      card: 'title',
      width: '26%',
      cell: (row) => (
        <>
          {row.name}
          <span className={css.second}>{f.phone(row.phone)}</span>
        </>
      ),
    },
    { key: 'contract', title: t('column.contract'), cell: (row) => row.contract_title },
    {
      key: 'end_date',
      title: t('column.end_date'),
      align: 'right',
      width: '150px',
      cell: (row) => f.date(row.end_date),
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'plain',
      width: '230px',
      cell: (row) => (
        <>
          <StatusDot tone={INVITATION_TONES[row.status]} label={states(`invitation.${row.status}`)} />
          {isLive(row) && row.delivery && (
            <span className={css.second} data-tone={DELIVERY_TONES[row.delivery.state]}>
              {t(`delivery.${row.delivery.state}`)}
              {row.delivery.said && `: ${row.delivery.said}`}
            </span>
          )}
          {row.decline_reason && (
            <span className={css.second}>{t('reason', { reason: row.decline_reason })}</span>
          )}
        </>
      ),
    },
    {
      key: 'deeds',
      title: t('column.deeds'),
      card: 'plain',
      width: '200px',
      cell: (row) => <Deeds row={row} onDeed={(deed) => onDeed(deed, row)} />,
    },
  ];
}

/** At most one reminder a day: until then the button says when. */
function Deeds({ row, onDeed }: { row: Invitation; onDeed: (deed: FollowDeed) => void }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [now] = useState(() => Date.now());
  const later = row.remind_after !== null && Date.parse(row.remind_after) > now;
  const copy = async () => {
    try {
      await copyLink(row.phone);
      toasts.success(t('copied', { phone: f.phone(row.phone) }));
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  if (mayRepeat(row))
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${t('repeat')}: ${row.name}`}
        onClick={() => onDeed('repeat')}
      >
        {t('repeat')}
      </Button>
    );
  if (!isLive(row)) return null;
  return (
    <div className="k-row k-middle">
      <Button
        variant="default"
        size="compact-sm"
        disabled={later}
        aria-label={t('remind_named', { name: row.name })}
        title={later ? t('remind_after', { moment: f.moment(row.remind_after!) }) : undefined}
        onClick={() => onDeed('remind')}
      >
        {t('remind')}
      </Button>
      <RowMenu
        label={t('deeds_of', { name: row.name })}
        deeds={[
          { label: t('copy'), onClick: () => void copy() },
          { label: t('cancel_yes'), tone: 'bad', onClick: () => onDeed('cancel') },
        ]}
      />
    </div>
  );
}
