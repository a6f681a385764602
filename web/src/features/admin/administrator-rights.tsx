import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import css from './admin.module.css';

/** What somebody administers; without a tick he is no administrator. */
export function AdministratorRights({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts('admin');
  const ui = useTexts('ui');
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  const had = user.user_permission?.allow ?? [];
  const held = me?.platform_rights ?? [];
  const isSelf = me?.id === user.id;
  const [rights, setRights] = useState<PlatformRight[]>(had);
  const change = useDeed('users.set_platform_rights', {
    stale: ['users.', 'administration.', 'auth.me'],
    meta: { quiet: true },
  });
  const { withProof, proofWindow } = useProof(t('prove'), 'access');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = { params: { user_id: user.id }, body: { rights } };
    // What went wrong is shown in the window.
    const done = await withProof(() => change.mutateAsync(input)).catch(() => false);
    if (!done) return;
    toasts.success(t(rights.length > 0 ? 'administrators.saved' : 'administrators.ended'));
    onClose();
  };
  return (
    <>
      <Window
        opened
        onClose={onClose}
        title={t('administrators.rights_of', { name: user.full_name })}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <form className={css.form} onSubmit={(event) => void submit(event)}>
          <fieldset className={css.rights}>
            <legend>{t('administrators.legend')}</legend>
            {PLATFORM_RIGHTS.map((right) => (
              <Checkbox
                key={right}
                label={t(`administrators.right.${right}`)}
                description={t(`administrators.right.${right}_hint`)}
                disabled={!had.includes(right) && (isSelf || !held.includes(right))}
                checked={rights.includes(right)}
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  setRights(
                    PLATFORM_RIGHTS.filter((one) => (one === right ? checked : rights.includes(one))),
                  );
                }}
              />
            ))}
          </fieldset>
          {user.user_permission && <p className={css.second}>{t('administrators.end')}</p>}
          <FormFoot
            error={change.error && errorText(change.error)}
            submit={t('administrators.save')}
            busy={change.isPending}
            onCancel={onClose}
          />
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
