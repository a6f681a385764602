export { findVat, listVatChanges, setVat } from './vat.queries.ts';
