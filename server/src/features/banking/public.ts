export { listRequisites } from './banking.view.ts';
export { findFilePayer, findPayParty, listPayParties, type PayParty } from './pay-parties.queries.ts';
export { assertOfBank, setMainRequisite } from './change-requisites.ts';
