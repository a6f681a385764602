export { isProved, ProveForm } from './prove-form.tsx';
export { leave, whoIsIn } from './auth.data.ts';
export { EntryField } from './entry-field.tsx';
export { NewPassword, useNewPasswordFaults } from './new-password.tsx';
export { PasswordField } from './password-field.tsx';
export { passwordFaultNow, usePasswordStrength } from './password-meter.ts';
export { StrengthMeter } from './strength-meter.tsx';
export { SandboxHelp } from './sandbox-help.tsx';
export { knownEmail } from './known-email.ts';
