import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { Checkbox } from '@mantine/core';
import limits from 'virtual:form-limits/users.set_platform_rights';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** What somebody administers; without a tick they are no administrator. */
export function AdministratorRights({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts('admin');
  const me = useMe();
  const had: readonly PlatformRight[] = user.user_permission?.allow ?? [];
  const held = me?.platform_rights ?? [];
  const isSelf = me?.id === user.id;
  const change = useAction('users.set_platform_rights', {
    stale: ['users.', 'administration.', 'auth.me'],
    meta: { quiet: true },
  });
  const form = useForm({ rights: [...had] }, { limits });
  const { rights } = form.values;
  return (
    <FormDialog
      title={t('administrators.rights_of', { name: user.full_name })}
      form={form}
      submit={t('administrators.save')}
      save={async (body) => {
        await change.mutateAsync({ params: { user_id: user.id }, body });
        toasts.success(t(body.rights.length > 0 ? 'administrators.saved' : 'administrators.ended'));
        onClose();
      }}
      onClose={onClose}
    >
      <fieldset className="k-stack k-gap-12 k-flat k-group">
        <legend>{t('administrators.legend')}</legend>
        {PLATFORM_RIGHTS.map((right) => (
          <Checkbox
            key={right}
            label={t(`administrators.right.${right}`)}
            description={t(`administrators.right.${right}_hint`)}
            disabled={!had.includes(right) && (isSelf || !held.includes(right))}
            checked={rights.includes(right)}
            onChange={({ currentTarget: { checked } }) =>
              form.set({
                rights: PLATFORM_RIGHTS.filter((one) => (one === right ? checked : rights.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      {user.user_permission && <p className="k-second">{t('administrators.end')}</p>}
    </FormDialog>
  );
}
