export { findActorOfRun } from './actor-of-run.ts';
export { hashPassword } from './passwords.ts';
export { assertGoodPassword } from './password-strength.ts';
