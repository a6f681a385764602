export { checkFactor, listFactors, type FactorAnswer } from './check-factor.ts';
export { sealedRecoveryCodes } from './recovery-codes.ts';
export { sealedTotp } from './totp.ts';
export { passkeyOptions, takePasskey } from './passkeys.ts';
