export { setVat } from './set-vat.ts';
export { findVat, listAllVatRates, listVatChanges, listVatRatesOn, type Vat } from './vat.queries.ts';
export { assertLawfulRate, vatOfAct, type ActVat } from './vat-of-act.ts';
