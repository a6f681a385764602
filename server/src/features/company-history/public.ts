export { listCompanyDeeds } from './company-history.queries.ts';
export { noteCompanyDeed } from './note-company-deed.ts';
