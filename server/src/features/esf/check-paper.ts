import { isBin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { isIban } from '@kelisim/shared/kernel/iban.ts';
import type { EsfFieldName, EsfRule } from '@kelisim/shared/features/esf/esf-rules.ts';
import { multiplyHalfUp, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { fitsXml } from '../../platform/xml.ts';
import { totalsOf, type EsfBank, type EsfPaper } from './esf-paper.ts';

export interface EsfFault {
  field: EsfFieldName;
  rule: EsfRule;
}

/**
 * What ИС ЭСФ would refuse, each with the field and the rule, so that nobody signs in vain. Empty: it may be signed.
 *
 * @param today in Almaty
 */
export function checkPaper(paper: EsfPaper, kind: 'invoice' | 'awp', today: string): EsfFault[] {
  const { seller, customer, contract, lines, related, vat_rate } = paper;
  const faults: EsfFault[] = [];
  const must = (holds: boolean, field: EsfFieldName, rule: EsfRule) => {
    if (!holds) faults.push({ field, rule });
  };
  const words = (text: string | null, field: EsfFieldName) => {
    if (!text?.trim()) return must(false, field, 'missing');
    must(fitsXml(text), field, 'characters');
  };

  must(/^\d{1,30}$/.test(paper.number), 'number', 'wrong');
  must(paper.date <= today, 'date', 'future');
  must(paper.turnover_date <= paper.date, 'turnover_date', 'after_date');
  words(paper.signer_name, 'signer_name');

  must(isTin(seller.tin), 'seller_tin', 'wrong');
  words(seller.name, 'seller_name');
  words(seller.address, 'seller_address');
  if (!seller.bank) must(false, 'seller_bank', 'missing');
  else must(isBank(seller.bank), 'seller_bank', 'wrong');
  if (customer.bank) must(isBank(customer.bank), 'customer_bank', 'wrong');
  must(isTin(customer.tin), 'customer_tin', 'wrong');
  must(customer.tin !== seller.tin, 'customer_tin', 'same_party');
  words(customer.name, 'customer_name');
  words(customer.address, 'customer_address');

  words(contract.number, 'contract');
  must(contract.date <= paper.date, 'contract', 'after_date');

  must(lines.length > 0, 'lines', 'missing');
  for (const line of lines) {
    words(line.description, 'line_description');
    must(/^\d{3,4}$/.test(line.unit_code), 'line_unit', 'wrong');
    const quantity = parseQuantity(line.quantity);
    must(quantity !== null && quantity > 0n, 'line_quantity', 'wrong');
    if (quantity !== null && line.rate_tiyn !== null)
      must(multiplyHalfUp(quantity, line.rate_tiyn) === line.amount_tiyn, 'line_amount', 'not_product');
    const may_fall = kind === 'invoice' && paper.type === 'ADDITIONAL_INVOICE';
    must(may_fall || line.amount_tiyn > 0n, 'line_amount', 'below_nothing');
  }
  must(totalsOf(paper).with_tax !== 0n, 'line_amount', 'nothing');

  if (paper.type === 'ORDINARY_INVOICE') must(related === null, 'related', 'not_wanted');
  else must(related !== null, 'related', 'missing');
  if (vat_rate === null) must(seller.vat_certificate === null, 'vat', 'not_wanted');
  else must(isVatCertificate(seller.vat_certificate), 'vat', 'wrong');
  return once(faults);
}

function isTin(tin: string): boolean {
  return isBin(tin) || isIin(tin);
}

const BIC = /^[A-Z]{4}KZ[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

function isBank({ iban, bic, kbe }: EsfBank): boolean {
  return isIban(iban) && BIC.test(bic) && /^[12][1-9]$/.test(kbe);
}

function isVatCertificate(of: EsfPaper['seller']['vat_certificate']): boolean {
  return of !== null && /^\d{5}$/.test(of.series) && /^\d{7}$/.test(of.number);
}

/** Ten lines with the same fault are one thing to mend. */
function once(faults: EsfFault[]): EsfFault[] {
  const seen = new Set<string>();
  return faults.filter(({ field, rule }) => {
    const key = `${field} ${rule}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
