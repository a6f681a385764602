import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import type { FieldProps } from '../../ui/use-form.ts';
import { PasswordField } from './password-field.tsx';
import { passwordFaultNow, usePasswordStrength } from './password-meter.ts';
import { StrengthMeter } from './strength-meter.tsx';

/** What is wrong with a new password by the rule of the server, and with its repetition, in words for a form's check. */
export function useNewPasswordFaults() {
  const problem = useTextByCode('faults');
  return (password: string, again: string, about: readonly string[]) => {
    const fault = passwordFaultNow(password, about);
    return {
      password: fault ? problem(fault, '') : undefined,
      // An empty password is fault enough.
      again: again === password ? null : problem('password.differs', ''),
    };
  };
}

interface NewPasswordProps {
  labels: { password: string; again: string };
  password: FieldProps;
  again: FieldProps;
  /** What must not be in it. */
  about: readonly string[];
}

/** A new password typed twice, judged while it is typed. */
export function NewPassword({ labels, password, again, about }: NewPasswordProps) {
  const t = useTexts('auth');
  const problem = useTextByCode('faults');
  const strength = usePasswordStrength(password.value as string, about);
  // The dictionaries may come only after the form was judged.
  const late = again.error && strength?.fault ? problem(strength.fault, '') : undefined;
  return (
    <>
      <div>
        <PasswordField
          {...password}
          error={password.error ?? late}
          name="new-password"
          label={labels.password}
          autoComplete="new-password"
        />
        <StrengthMeter strength={strength} />
        <p className="k-second k-above-4 k-small">{t('strength.hint')}</p>
      </div>
      <PasswordField {...again} name="confirm-password" label={labels.again} autoComplete="new-password" />
    </>
  );
}
