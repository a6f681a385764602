export {
  esfPasswordOfCompany,
  openEsfPassword,
  sealedEsfPasswords,
  setEsfCredentials,
} from './esf-credentials.ts';
export { endRegistrationsOf, isRegistering, lockRegistrationsOf } from './registration.queries.ts';
export { askRegister, NOT_ASKED } from './ask-register.ts';
export { keyHash } from './registration-key.ts';
export { putCompany } from './make-company.queries.ts';
