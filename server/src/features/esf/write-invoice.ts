import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { field, group } from '../../platform/xml.ts';
import { pairInWords, sumsOf, totalsOf, unitPrice, type EsfLine, type EsfPaper } from './esf-paper.ts';

/** Works and services (G 2 of the form); goods have other origins and the virtual warehouse. */
const ORIGIN_OF_SERVICES = '6';
/** What was not taken from the virtual warehouse. */
const NO_CATALOGUE = '1';

/**
 * An electronic invoice of version 2 («InvoiceV2»). The order of the elements is that of the schema, and the very text
 * is what is signed and sent: it must not be written again.
 */
export function writeInvoice(paper: EsfPaper): string {
  const { seller, customer, contract, delivery, related, vat_rate } = paper;
  const totals = totalsOf(paper);
  const invoice = group(
    'v2:invoice',
    [
      field('date', formatDate(paper.date)),
      field('invoiceType', paper.type),
      field('num', paper.number),
      field('operatorFullname', paper.signer_name),
      related
        ? group('relatedInvoice', [
            field('date', formatDate(related.date)),
            field('num', related.number),
            field('registrationNumber', related.registration_number),
          ])
        : '',
      field('turnoverDate', formatDate(paper.turnover_date)),
      field('addInf', pairInWords('ЭАВР', paper.pair)),
      group('customers', [
        group('customer', [
          field('address', customer.address),
          field('countryCode', 'KZ'),
          field('name', customer.name),
          field('tin', customer.tin),
        ]),
      ]),
      field('deliveryDocDate', formatDate(delivery.date)),
      field('deliveryDocNum', delivery.number),
      group('deliveryTerm', [
        field('contractDate', formatDate(contract.date)),
        field('contractNum', contract.number),
        field('hasContract', 'true'),
      ]),
      group('productSet', [
        field('currencyCode', 'KZT'),
        group(
          'products',
          paper.lines.map((line) => product(line, vat_rate)),
        ),
        field('totalExciseAmount', '0'),
        field('totalNdsAmount', formatMoney(totals.vat)),
        field('totalPriceWithTax', formatMoney(totals.with_tax)),
        field('totalPriceWithoutTax', formatMoney(totals.without_tax)),
        field('totalTurnoverSize', formatMoney(totals.without_tax)),
      ]),
      group('sellers', [
        group('seller', [
          field('address', seller.address),
          field('bank', seller.bank?.name),
          field('bik', seller.bank?.bic),
          field('certificateNum', seller.vat_certificate?.number),
          field('certificateSeries', seller.vat_certificate?.series),
          field('iik', seller.bank?.iban),
          field('kbe', seller.bank?.kbe),
          field('name', seller.name),
          field('tin', seller.tin),
        ]),
      ]),
    ],
    'xmlns:a="abstractInvoice.esf" xmlns:v2="v2.esf"',
  );
  return group('esf:invoiceContainer', [group('invoiceSet', [invoice])], 'xmlns:esf="esf"');
}

/** Without VAT the rate is left out and the sum is nought. */
function product(line: EsfLine, vat_rate: number | null): string {
  const sums = sumsOf(line.amount_tiyn, vat_rate);
  return group('product', [
    field('catalogTruId', NO_CATALOGUE),
    field('description', line.description),
    field('ndsAmount', formatMoney(sums.vat)),
    field('ndsRate', vat_rate === null ? null : String(vat_rate)),
    field('priceWithTax', formatMoney(sums.with_tax)),
    field('priceWithoutTax', formatMoney(sums.without_tax)),
    field('quantity', line.quantity),
    field('truOriginCode', ORIGIN_OF_SERVICES),
    field('turnoverSize', formatMoney(sums.without_tax)),
    field('unitNomenclature', line.unit_code),
    field('unitPrice', unitPrice(line, vat_rate)),
  ]);
}
