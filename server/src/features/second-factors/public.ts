export { checkFactor, listFactors, type FactorAnswer } from './check-factor.ts';
export { passkeyOptions, takePasskey } from './passkeys.ts';
