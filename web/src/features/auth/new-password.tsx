import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { PasswordField } from './password-field.tsx';
import { usePasswordStrength } from './password-meter.ts';
import type { Strength } from './password-meter.ts';
import css from './sign-in.module.css';

/** A new password typed twice, judged by the rule of the server while it is typed. */
export function useNewPassword(about: readonly string[]) {
  const t = useTexts('auth');
  const problem = useTextByCode('problems');
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
        <Meter strength={given.strength} />
        <p className={css.hint}>{t('strength.hint')}</p>
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

const TONES = ['--k-bad', '--k-bad', '--k-attention', '--k-good', '--k-good'];

function Meter({ strength }: { strength: Strength | null }) {
  const t = useTexts('auth');
  if (!strength) return null;
  const word = t(`strength.score_${strength.score as 0}`);
  return (
    <div
      role="meter"
      aria-label={t('strength.label')}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={strength.score}
      aria-valuetext={word}
      className={css.meter}
      style={{ '--tone': `var(${TONES[strength.score]})` } as never}
    >
      <span aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= Math.max(1, strength.score) || undefined} />
        ))}
      </span>
      <b aria-hidden>{word}</b>
    </div>
  );
}
