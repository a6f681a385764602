export { listRequisites } from './banking.view.ts';
export { findFilePayer, findPayParty } from './pay-parties.queries.ts';
export { assertOfBank, setMainRequisite } from './change-requisites.ts';
