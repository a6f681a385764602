import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './invitations.module.css';
import { INVITATION_TONES, isLive, useCancel, useInvitations, useRemind } from './invitations.data.ts';
import type { Invitation } from './invitations.data.ts';

interface InvitationsTableProps {
  page: number;
  onPage: (page: number) => void;
  deed: { label: string; onClick: () => void } | undefined;
}

const LIMIT = 50;

export function InvitationsTable({ page, onPage, deed }: InvitationsTableProps) {
  const t = useTexts('invitations');
  const states = useTexts('registration');
  const f = useFormats();
  const { data, error, isPlaceholderData, refetch } = useInvitations({ page, limit: LIMIT }, true);
  const [cancelling, setCancelling] = useState<Invitation | null>(null);
  const cancel = useCancel();
  const columns: Column<Invitation>[] = [
    {
      key: 'name',
      title: t('column.name'),
      card: 'title',
      width: '28%',
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
      width: '160px',
      cell: ({ status }) => (
        <StatusDot tone={INVITATION_TONES[status]} label={states(`invitation.${status}`)} />
      ),
    },
    {
      key: 'deeds',
      title: t('column.deeds'),
      card: 'plain',
      width: '240px',
      cell: (row) => isLive(row) && <Deeds row={row} onCancel={() => setCancelling(row)} />,
    },
  ];
  return (
    <>
      <DataTable
        label={t('invited')}
        columns={columns}
        rows={data?.items}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('none_invited')} hint={t('none_invited_hint')} action={deed} />}
      />
      {data && data.pages > 1 && (
        <Pager
          page={page}
          pages={data.pages}
          limit={LIMIT}
          total={data.total}
          isExact={data.is_exact}
          onPage={onPage}
        />
      )}
      <ConfirmDialog
        opened={cancelling !== null}
        title={t('cancel_title')}
        confirmLabel={t('cancel_yes')}
        tone="bad"
        onClose={() => setCancelling(null)}
        onConfirm={async () => {
          await cancel.mutateAsync({ params: { phone: cancelling!.phone } });
          toasts.success(t('cancelled'));
        }}
      >
        {t('cancel_hint', { name: cancelling?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}

/** At most one reminder a day: until then the button says when. */
function Deeds({ row, onCancel }: { row: Invitation; onCancel: () => void }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const remind = useRemind();
  const [now] = useState(() => Date.now());
  const later = row.remind_after !== null && Date.parse(row.remind_after) > now;
  return (
    <div className={css.deeds}>
      <Button
        variant="default"
        size="compact-sm"
        disabled={later}
        loading={remind.isPending}
        aria-label={t('remind_named', { name: row.name })}
        title={later ? t('remind_after', { moment: f.moment(row.remind_after!) }) : undefined}
        onClick={() =>
          remind.mutate({ body: { phone: row.phone } }, { onSuccess: () => toasts.success(t('reminded')) })
        }
      >
        {t('remind')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('cancel_named', { name: row.name })}
        onClick={onCancel}
      >
        {t('cancel')}
      </Button>
    </div>
  );
}
