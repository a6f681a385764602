import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import { staleEmployees } from './employees.data.ts';
import css from './employees.module.css';
import { RightsBoxes } from './rights-boxes.tsx';

/** Whom, and what he may do. What was typed stays when the dialog is closed. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts('employees');
  const ui = useTexts('ui');
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState<EmployeeRight[]>([]);
  const [fault, setFault] = useState<'email_missing' | 'email_wrong' | null>(null);
  const invite = useDeed('employee_invitations.create', { stale: staleEmployees, meta: { quiet: true } });
  const refused = invite.error instanceof ApiError && invite.error.field === 'email';
  const { withProof, proofWindow } = useProof(t('prove'), 'access');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const found = !address
      ? 'email_missing'
      : /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)
        ? null
        : 'email_wrong';
    setFault(found);
    if (found) return field.current?.focus();
    try {
      if (!(await withProof(() => invite.mutateAsync({ body: { email: address, rights } })))) return;
    } catch {
      return field.current?.focus();
    }
    toasts.success(t('sent', { email: address }));
    setEmail('');
    setRights([]);
    onClose();
  };
  return (
    <>
      <Window
        opened={opened}
        onClose={onClose}
        title={t('invite_title')}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <p className={css.second}>{t('invite_lead')}</p>
          <TextInput
            ref={field}
            data-autofocus
            type="email"
            label={t('email')}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={fault ? t(fault) : refused ? errorText(invite.error) : undefined}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setFault(null);
              invite.reset();
            }}
          />
          <RightsBoxes rights={rights} onChange={setRights} />
          <FormFoot
            error={invite.error && !refused && errorText(invite.error)}
            submit={t('send')}
            busy={invite.isPending}
            onCancel={onClose}
          />
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
