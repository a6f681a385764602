import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { PasswordField } from './password-field.tsx';
import { usePasswordStrength } from './password-meter.ts';
import { StrengthMeter } from './strength-meter.tsx';

/** A new password typed twice, judged by the rule of the server while it is typed. */
export function useNewPassword(about: readonly string[]) {
  const t = useTexts('auth');
  const problem = useTextByCode('faults');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [asked, setAsked] = useState(false);
  const strength = usePasswordStrength(password, about);
  const fault =
    password === '' ? t('password_missing') : strength?.fault ? problem(strength.fault, '') : undefined;
  const differs = again === password ? undefined : problem('password.differs', '');
  return {
    password,
    again,
    setPassword,
    setAgain,
    strength,
    fault: asked ? fault : undefined,
    differs: asked ? differs : undefined,
    /** True when it may be sent; otherwise the fields say what is wrong. */
    check: () => {
      setAsked(true);
      return !fault && !differs;
    },
  };
}

interface NewPasswordProps {
  labels: { password: string; again: string };
  given: ReturnType<typeof useNewPassword>;
  /** What the server said, to stand beside its field. */
  error: unknown;
  autoFocus?: boolean;
}

export function NewPassword({ labels, given, error, autoFocus = false }: NewPasswordProps) {
  const t = useTexts('auth');
  const said = (...fields: string[]) =>
    error instanceof ApiError && error.field && fields.includes(error.field) ? errorText(error) : undefined;
  return (
    <>
      <div>
        <PasswordField
          name="new-password"
          label={labels.password}
          autoComplete="new-password"
          autoFocus={autoFocus}
          value={given.password}
          error={given.fault ?? said('password', 'new_password')}
          onChange={(event) => given.setPassword(event.currentTarget.value)}
        />
        <StrengthMeter strength={given.strength} />
        <p className="k-second k-above-4 k-small">{t('strength.hint')}</p>
      </div>
      <PasswordField
        name="confirm-password"
        label={labels.again}
        autoComplete="new-password"
        value={given.again}
        error={given.differs ?? said('confirm_password')}
        onChange={(event) => given.setAgain(event.currentTarget.value)}
      />
    </>
  );
}
