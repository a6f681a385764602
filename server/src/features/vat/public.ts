export { setVat } from './set-vat.ts';
export {
  findVat,
  listAllVatRates,
  listVatChanges,
  listVatRatesOn,
  vatRateOn,
  type Vat,
} from './vat.queries.ts';
export { assertLawfulRate, vatOfAct } from './vat-of-act.ts';
