export { listMemberships } from './auth.queries.ts';
export { findActorOfRun } from './actor-of-run.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { assertGoodPassword } from './password-strength.ts';
export {
  endSession,
  endSessionsOf,
  getAccount,
  listSessions,
  setPassword,
  type Account,
} from './sign-in.queries.ts';
export { signInProven } from './sign-in.ts';
export type { Visitor } from './start-session.ts';
export { tellOfChange } from './tell-of-change.ts';
export { assertSignedProof } from './prove.ts';
