import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Button, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { NewPassword, SandboxHelp, useNewPassword } from '../auth/public.ts';
import type { Change } from './security.data.ts';
import css from './security.module.css';

export type Credential = 'email' | 'phone' | 'password';

interface ChangeFormProps {
  me: Me;
  kind: Credential;
  /** Told what the server said of the change. */
  onDone: (message: string) => void;
  onCancel?: () => void;
}

/** Changing what one signs in with: the new one, the codes of both sides, done. Nothing typed is lost in between. */
export function ChangeForm({ me, kind, onDone, onCancel }: ChangeFormProps) {
  const t = useTexts('security');
  const auth = useTexts('auth');
  const [target, setTarget] = useState('');
  const [codes, setCodes] = useState({ old: '', new: '' });
  const [change, setChange] = useState<Change | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const given = useNewPassword([me.email, me.full_name, me.phone ?? '']);

  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await deed();
    } catch (reason) {
      setError(reason);
    }
    setBusy(false);
  };
  const start = () =>
    run(async () => {
      if (kind === 'password') setChange(await api.call('credentials.start_password'));
      else if (kind === 'email')
        setChange(await api.call('credentials.start_email', { body: { email: target.trim() } }));
      else setChange(await api.call('credentials.start_phone', { body: { phone: target } }));
    });
  const check = async (side: 'old' | 'new', code: string): Promise<Change> => {
    const body = { code };
    if (kind === 'password') return api.call('credentials.check_password', { body });
    if (kind === 'email')
      return side === 'old'
        ? api.call('credentials.check_email_sms', { body })
        : api.call('credentials.check_new_email', { body });
    return side === 'old'
      ? api.call('credentials.check_phone_email', { body })
      : api.call('credentials.check_new_phone', { body: { code, phone: target } });
  };
  const finish = async () => {
    if (kind === 'password') {
      const body = { password: given.password, confirm_password: given.again };
      return api.call('credentials.update_password', { body });
    }
    return kind === 'email'
      ? api.call('credentials.update_email', { body: { email: target.trim() } })
      : api.call('credentials.update_phone', { body: { phone: target } });
  };
  const save = () =>
    run(async () => {
      let now = change!;
      for (const side of ['old', 'new'] as const) {
        if (isOpen(now, side)) now = await check(side, codes[side]);
        setChange(now);
      }
      const { message } = await finish();
      await invalidate(['auth.me', 'security.']);
      onDone(message);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!change) {
      const fault =
        kind === 'email' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(target.trim())
          ? auth('email_wrong')
          : kind === 'phone' && !isMobilePhone(target)
            ? auth('phone_wrong')
            : null;
      setWrong(fault);
      if (!fault) void start();
      return;
    }
    const missing = (['old', 'new'] as const).find((side) => isOpen(change, side) && codes[side].length < 6);
    setWrong(missing ? auth('code_missing') : null);
    if ((kind !== 'password' || given.check()) && !missing) void save();
  };
  const field = error instanceof ApiError ? error.field : undefined;
  const isOfField = field === 'code' || field === kind || field === 'confirm_password';
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {!change && kind === 'email' && (
        <TextInput
          type="email"
          label={t('credentials.new_email')}
          inputMode="email"
          autoComplete="email"
          data-autofocus
          value={target}
          error={wrong ?? (field === 'email' ? errorText(error) : null)}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      )}
      {!change && kind === 'phone' && (
        <PhoneInput
          label={t('credentials.new_phone')}
          data-autofocus
          value={target}
          error={wrong ?? (field === 'phone' ? errorText(error) : null)}
          onChange={setTarget}
        />
      )}
      {!change && <p className={css.second}>{t('credentials.others_end')}</p>}
      {change &&
        (['old', 'new'] as const).map((side) => {
          const to = side === 'old' ? change.old_target : change.new_target;
          if (to === null) return null;
          if (!isOpen(change, side))
            return (
              <p key={side} className={css.checked}>
                {t('credentials.checked', { target: to })}
              </p>
            );
          const isFirst = side === 'old' || !isOpen(change, 'old');
          const known = change.old_side === 'sms' ? me.phone : me.email;
          const setCode = (code: string) => setCodes((now) => ({ ...now, [side]: code }));
          return (
            <Fragment key={side}>
              <TextInput
                label={t('credentials.code_to', { target: to })}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus={isFirst}
                maxLength={6}
                value={codes[side]}
                error={codes[side].length < 6 ? wrong : field === 'code' && isFirst ? errorText(error) : null}
                onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
              />
              <SandboxHelp of="code" to={(side === 'old' ? known : target.trim()) ?? ''} onFill={setCode} />
            </Fragment>
          );
        })}
      {change && kind === 'password' && (
        <NewPassword
          labels={{ password: t('credentials.new_password'), again: t('credentials.confirm_password') }}
          given={given}
          error={error}
        />
      )}
      {change && <p className={css.second}>{t('credentials.code_hint')}</p>}
      <div role="alert" className={css.alert}>
        {error && !isOfField ? <p className={css.error}>{errorText(error)}</p> : null}
      </div>
      <div className={css.actions}>
        {onCancel && (
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t('credentials.cancel')}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {change
            ? t('credentials.save')
            : t(kind === 'password' ? 'credentials.send_one' : 'credentials.send')}
        </Button>
      </div>
    </form>
  );
}

function isOpen(change: Change, side: 'old' | 'new'): boolean {
  return side === 'old' ? !change.old_checked : change.new_target !== null && !change.new_checked;
}
