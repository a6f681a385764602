export { checkFactor, listFactors, type FactorAnswer } from './check-factor.ts';
export { passkeyOptions, usePasskey } from './passkeys.ts';
