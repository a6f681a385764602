export { addAgreement, addConsents, findAgreement } from './agreement.queries.ts';
