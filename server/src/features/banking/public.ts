export { listRequisites } from './banking.view.ts';
export { setMainRequisite } from './change-requisites.ts';
