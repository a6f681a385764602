export { findFilePayer } from './files.queries.ts';
export { findPayParty } from './payments.queries.ts';
