import { elementsOf, parseXml, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { isDate, parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { firstElement, firstText } from '../../platform/xml.ts';

const TYPES = ['ORDINARY_INVOICE', 'FIXED_INVOICE', 'ADDITIONAL_INVOICE'] as const;
/** The registration number says who issued it and when, whatever becomes of its text. */
const NUMBER = /^[A-Z]{3}-(\d{12})-(\d{4})(\d{2})(\d{2})-\d{8}$/;

/** More than any invoice comes to; such a sum is not read. */
const MOST_TIYN = 10n ** 17n;

const wordsOf = (text: string | null) =>
  text === null ? null : showHidden(text.trim()).slice(0, 500) || null;

/**
 * What an inbound invoice says. Only what its registration number does not say may be missing; null for a number that
 * says nothing.
 */
export function readInbound(registration_number: string, xml: string) {
  const of_number = NUMBER.exec(registration_number);
  if (!of_number) return null;
  const [, tin, year, month, day] = of_number;
  const numbered_on = `${year}-${month}-${day}`;
  if (!isDate(numbered_on)) return null;
  const root = parseXml(xml)?.root;
  const text = (name: string, of = root) => (of ? wordsOf(firstText(of, name)) : null);
  const sum = (name: string) => {
    const tiyn = parseMoney(text(name) ?? '');
    return tiyn !== null && tiyn < MOST_TIYN && tiyn > -MOST_TIYN ? tiyn : null;
  };
  const date = (name: string) => parseShownDate(text(name) ?? '');
  const seller = (root && firstElement(root, 'seller')) ?? undefined;
  const related = (root && firstElement(root, 'relatedInvoice')) ?? undefined;
  return {
    type: TYPES.find((one) => one === text('invoiceType')) ?? null,
    number: text('num'),
    issued_on: date('date') ?? numbered_on,
    turnover_on: date('turnoverDate'),
    seller_tin: (seller && text('tin', seller)) ?? tin!,
    seller_name: seller ? text('name', seller) : null,
    contract_number: text('contractNum'),
    contract_on: date('contractDate'),
    delivery_number: text('deliveryDocNum'),
    delivery_on: date('deliveryDocDate'),
    related_registration: related ? text('registrationNumber', related) : null,
    currency: text('currencyCode') ?? 'KZT',
    amount_tiyn: sum('totalPriceWithTax'),
    vat_tiyn: sum('totalNdsAmount'),
  };
}

/** Lines of an invoice; a sum that cannot be read is null. */
export function readInboundLines(xml: string) {
  const products = firstElement(parseXml(xml)?.root ?? EMPTY, 'products');
  const sum = (of: XmlElement, name: string) => {
    const tiyn = parseMoney(wordsOf(firstText(of, name)) ?? '');
    return tiyn === null ? null : formatMoney(tiyn);
  };
  return (products ? elementsOf(products) : []).map((line) => ({
    description: wordsOf(firstText(line, 'description')) ?? '',
    quantity: wordsOf(firstText(line, 'quantity')),
    amount: sum(line, 'priceWithTax'),
    vat: sum(line, 'ndsAmount'),
  }));
}

const EMPTY: XmlElement = parseXml('<a/>')!.root;
