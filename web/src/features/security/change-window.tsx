import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import ofCode from 'virtual:form-limits/credentials.check_password';
import ofEmail from 'virtual:form-limits/credentials.start_email';
import ofPassword from 'virtual:form-limits/credentials.update_password';
import ofPhone from 'virtual:form-limits/credentials.start_phone';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { NewPassword, SandboxHelp, useNewPasswordFaults } from '../auth/public.ts';
import type { Change } from './security.data.ts';

export type Credential = 'email' | 'phone' | 'password';
type Side = 'old' | 'new';

interface ChangeFormProps {
  me: Me;
  kind: Credential;
  /** Told what the server said of the change. */
  onDone: (message: string) => void;
  onCancel?: () => void;
}

const EMPTY = { email: '', phone: '', old: '', new: '', password: '', confirm_password: '' };
const STARTS = { email: ofEmail, phone: ofPhone, password: {} };

/** Changing what one signs in with: the new one, the codes of both sides, done. Nothing typed is lost in between. */
export function ChangeForm({ me, kind, onDone, onCancel }: ChangeFormProps) {
  const t = useTexts('security');
  const auth = useTexts('auth');
  const [change, setChange] = useState<Change | null>(null);
  const faultsOf = useNewPasswordFaults();
  const about = [me.email, me.full_name, me.phone ?? ''];
  const form = useForm(EMPTY, {
    limits: change
      ? {
          ...(isOpen(change, 'old') && { old: ofCode.code }),
          ...(isOpen(change, 'new') && { new: ofCode.code }),
          ...(kind === 'password' && ofPassword),
        }
      : STARTS[kind],
    words: {
      email: auth('email_wrong'),
      phone: auth('phone_wrong'),
      old: auth('code_missing'),
      new: auth('code_missing'),
      password: auth('password_missing'),
    },
    check: ({ password, confirm_password }) => {
      if (!change || kind !== 'password') return {};
      const { again, ...faults } = faultsOf(password, confirm_password, about);
      return { ...faults, confirm_password: again };
    },
  });
  const { values } = form;

  const start = async ({ phone, ...typed }: typeof EMPTY) => {
    const email = typed.email.trim();
    if (kind === 'password') setChange(await api.call('credentials.start_password'));
    else if (kind === 'email') setChange(await api.call('credentials.start_email', { body: { email } }));
    else setChange(await api.call('credentials.start_phone', { body: { phone } }));
  };
  const check = (side: Side, code: string): Promise<Change> => {
    const body = { code };
    const isOld = side === 'old';
    if (kind === 'password') return api.call('credentials.check_password', { body });
    if (kind === 'email')
      return isOld
        ? api.call('credentials.check_email_sms', { body })
        : api.call('credentials.check_new_email', { body });
    return isOld
      ? api.call('credentials.check_phone_email', { body })
      : api.call('credentials.check_new_phone', { body: { code, phone: values.phone } });
  };
  const finish = ({ email, phone, password, confirm_password }: typeof EMPTY) => {
    if (kind === 'password')
      return api.call('credentials.update_password', { body: { password, confirm_password } });
    return kind === 'email'
      ? api.call('credentials.update_email', { body: { email: email.trim() } })
      : api.call('credentials.update_phone', { body: { phone } });
  };
  const save = async (typed: typeof EMPTY) => {
    let now = change!;
    for (const side of ['old', 'new'] as const) {
      if (isOpen(now, side))
        now = await check(side, typed[side]).catch((error: unknown) => failAt(side, error));
      setChange(now);
    }
    const { message } = await finish(typed);
    await invalidate(['auth.me', 'security.']);
    onDone(message);
  };
  return (
    <form className="k-stack" {...form.bind(change ? save : start)}>
      {!change && kind === 'email' && (
        <TextInput
          type="email"
          label={t('credentials.new_email')}
          inputMode="email"
          autoComplete="email"
          data-autofocus
          {...form.field('email')}
          required={false}
        />
      )}
      {!change && kind === 'phone' && (
        <PhoneInput
          label={t('credentials.new_phone')}
          data-autofocus
          {...form.field('phone')}
          required={false}
        />
      )}
      {!change && <p className="k-flat k-second">{t('credentials.others_end')}</p>}
      {change &&
        (['old', 'new'] as const).map((of) => {
          const to = of === 'old' ? change.old_target : change.new_target;
          if (to === null) return null;
          if (!isOpen(change, of))
            return (
              <p key={of} className="k-soft-good k-good k-pad k-flat">
                {t('credentials.checked', { target: to })}
              </p>
            );
          const isFirst = of === 'old' || !isOpen(change, 'old');
          const known = change.old_side === 'sms' ? me.phone : me.email;
          const typedTo = kind === 'phone' ? values.phone : values.email.trim();
          return (
            <Fragment key={of}>
              <TextInput
                label={t('credentials.code_to', { target: to })}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus={isFirst}
                {...form.field(of)}
                required={false}
                maxLength={6}
                onChange={(event) => form.set({ [of]: event.currentTarget.value.replace(/\D/g, '') })}
              />
              <SandboxHelp
                of="code"
                to={(of === 'old' ? known : typedTo) ?? ''}
                onFill={(code) => form.set({ [of]: code })}
              />
            </Fragment>
          );
        })}
      {change && kind === 'password' && (
        <NewPassword
          labels={{ password: t('credentials.new_password'), again: t('credentials.confirm_password') }}
          password={form.field('password')}
          again={form.field('confirm_password')}
          about={about}
        />
      )}
      {change && <p className="k-flat k-second">{t('credentials.code_hint')}</p>}
      <FormFoot
        error={form.failure}
        submit={
          change
            ? t('credentials.save')
            : t(kind === 'password' ? 'credentials.send_one' : 'credentials.send')
        }
        busy={form.busy}
        onCancel={onCancel}
      />
    </form>
  );
}

/** Both codes are `code` on the wire. */
function failAt(side: Side, error: unknown): never {
  if (!(error instanceof ApiError) || error.field !== 'code') throw error;
  throw new ApiError(error.status, error.code, error.message, { field: side }, error.retry_after_s);
}

function isOpen(change: Change, side: Side): boolean {
  return side === 'old' ? !change.old_checked : change.new_target !== null && !change.new_checked;
}
