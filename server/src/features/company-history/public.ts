export { listCompanyDeeds, noteCompanyDeed } from './company-history.queries.ts';
