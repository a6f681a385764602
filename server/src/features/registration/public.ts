export { openEsfPassword, setEsfCredentials } from './esf-credentials.ts';
