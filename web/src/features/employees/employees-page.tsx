import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { searchFlag, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { SettingsTabs } from '../settings/public.ts';
import { DeputyDialog } from './deputy-dialog.tsx';
import {
  EMPLOYEES_ON_A_PAGE,
  placeOf,
  staleEmployees,
  useEmployees,
  useInvitations,
} from './employees.data.ts';
import css from './employees.module.css';
import { useEmployeeColumns } from './employees-table.tsx';
import type { EmployeeDeed } from './employees-table.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RightsDialog } from './rights-dialog.tsx';

const read = (raw: RawSearch) => ({ page: searchWhole(raw, 'page', 1), invite: searchFlag(raw, 'invite') });

/** `/lk/business/settings/employees`: who works here, what each may do, who was invited. */
export default function EmployeesPage() {
  const t = useTexts('employees');
  const me = useMe();
  const [{ page, invite }, change] = useUrlState(read);
  const mayLook = me?.rights.includes('manage_settings') ?? false;
  const answer = useEmployees(page, mayLook);
  const { data } = answer;
  const { data: invitations } = useInvitations(mayLook);
  const deputies = (data?.items ?? []).filter((row) => row.deputy?.is_now).map((row) => row.user_id);
  const place = placeOf(me, deputies);
  const [chosen, setChosen] = useState<{ deed: EmployeeDeed; employee: Employee } | null>(null);
  const close = () => setChosen(null);
  const endDeputy = useAction('employees.end_deputy', { stale: staleEmployees });
  const setDeputy = useAction('employees.set_deputy', { stale: staleEmployees, meta: { quiet: true } });
  const columns = useEmployeeColumns({ ...place, user_id: me?.id }, (deed, employee) => {
    if (deed !== 'end_deputy') return setChosen({ deed, employee });
    const params = { user_id: employee.user_id };
    const { deputy } = employee;
    endDeputy.mutate(
      { params },
      {
        onSuccess: () =>
          deputy
            ? offerUndo(t('deputy_ended'), () =>
                setDeputy.mutateAsync({ params, body: { from: deputy.from, until: deputy.until } }),
              )
            : void toasts.success(t('deputy_ended')),
      },
    );
  });
  const openInvite = () => change({ invite: true, page });
  if (me && !mayLook) return <ClosedPage title={t('title')} lack={t('no_right')} hint={t('no_right_hint')} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={data?.total}
        sub={t('lead')}
        actions={
          place.is_director && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={openInvite}>
              {t('invite')}
            </Button>
          )
        }
      />
      <SettingsTabs current="employees" />
      <WhenWhole>
        <InvitationsCard
          invitations={invitations?.items ?? []}
          may_change={place.may_change}
          may_invite={place.is_director}
        />
        <ListTable
          label={t('title')}
          columns={columns}
          rowKey={(row) => row.user_id}
          rowName={(row) => row.full_name}
          empty={null}
          skeletonRows={3}
          {...pagesOf(answer, page, EMPLOYEES_ON_A_PAGE, change)}
        />
        {data?.total === 1 && (
          <p className={css.hint}>
            {t('empty')}. {t('empty_hint')}
          </p>
        )}
      </WhenWhole>
      {place.is_director && (
        <InviteDialog
          opened={invite}
          onClose={() => change({ invite: undefined, page }, { replace: true })}
        />
      )}
      {chosen?.deed === 'rights' && <RightsDialog employee={chosen.employee} onClose={close} />}
      {chosen?.deed === 'deputy' && <DeputyDialog employee={chosen.employee} onClose={close} />}
      <RemoveDialog
        employee={chosen?.deed === 'remove' ? chosen.employee : null}
        may_restore={place.is_director}
        onClose={close}
      />
    </>
  );
}

interface RemoveDialogProps {
  employee: Employee | null;
  may_restore: boolean;
  onClose: () => void;
}

function RemoveDialog({ employee, may_restore, onClose }: RemoveDialogProps) {
  const t = useTexts('employees');
  const remove = useAction('employees.remove', { stale: staleEmployees, meta: { quiet: true } });
  const restore = useAction('employees.restore', { stale: staleEmployees, meta: { quiet: true } });
  return (
    <>
      <ConfirmDialog
        opened={employee !== null}
        onClose={onClose}
        title={t('remove_ask', { name: employee?.full_name ?? '' })}
        confirmLabel={t('remove')}
        tone="bad"
        onConfirm={async () => {
          const input = { params: { user_id: employee!.user_id } };
          const { executors_handed_over: count } = await remove.mutateAsync(input);
          const words = count > 0 ? t('removed_handed', { count }) : t('removed');
          if (may_restore) offerUndo(words, () => restore.mutateAsync(input));
          else toasts.success(words);
        }}
      >
        {t('remove_hint')}
      </ConfirmDialog>
    </>
  );
}
