export { listRequisites } from './banking.view.ts';
export { assertOfBank, setMainRequisite } from './change-requisites.ts';
