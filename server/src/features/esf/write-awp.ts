import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { field, group } from '../../platform/xml.ts';
import {
  pairInWords,
  sumsOf,
  totalsOf,
  unitPrice,
  type EsfBank,
  type EsfLine,
  type EsfPaper,
  type EsfParty,
} from './esf-paper.ts';

/** An electronic act of works done (ЭАВР, «AwpV1»). The very text is what is signed and sent. */
export function writeAwp(paper: EsfPaper): string {
  const { seller, customer, contract, vat_rate } = paper;
  const totals = totalsOf(paper);
  return group(
    'v1:awp',
    [
      field('additionalInfo', pairInWords('ЭСФ', paper.pair)),
      group('contract', [
        field('date', formatDate(contract.date)),
        field('isContract', 'true'),
        field('number', contract.number),
      ]),
      field('date', formatDate(paper.date)),
      field('number', paper.number),
      field('performedDate', formatDate(paper.turnover_date)),
      group('recipients', [
        group('recipient', [
          field('address', customer.address),
          bankDetails(customer.bank),
          field('name', customer.name),
          field('nonResident', 'false'),
          field('registrationType', customer.kind satisfies EsfParty['kind']),
          field('tin', customer.tin),
        ]),
      ]),
      group('senders', [
        group('sender', [
          field('address', seller.address),
          bankDetails(seller.bank),
          field('certificateNum', seller.vat_certificate?.number),
          field('certificateSeries', seller.vat_certificate?.series),
          field('name', seller.name),
          field('tin', seller.tin),
        ]),
      ]),
      group('worksPerformed', [
        field('currencyCode', 'KZT'),
        field('totalNdsAmount', formatMoney(totals.vat)),
        field('totalSumWithTax', formatMoney(totals.with_tax)),
        field('totalSumWithoutTax', formatMoney(totals.without_tax)),
        field('totalTurnoverSize', formatMoney(totals.without_tax)),
        group(
          'works',
          paper.lines.map((line) => work(line, vat_rate)),
        ),
      ]),
    ],
    'xmlns:v1="v1.awp"',
  );
}

function bankDetails(bank: EsfBank | null): string {
  if (!bank) return '';
  return group('bankDetails', [
    field('bank', bank.name),
    field('bik', bank.bic),
    field('iik', bank.iban),
    field('kbe', bank.kbe),
  ]);
}

/** Without VAT the rate is left out, for nought is the rate of export. */
function work(line: EsfLine, vat_rate: number | null): string {
  const sums = sumsOf(line.amount_tiyn, vat_rate);
  return group('work', [
    field('measureUnitCode', line.unit_code),
    field('name', line.description),
    field('ndsAmount', formatMoney(sums.vat)),
    field('ndsRate', vat_rate === null ? null : String(vat_rate)),
    field('quantity', line.quantity),
    field('sumWithTax', formatMoney(sums.with_tax)),
    field('sumWithoutTax', formatMoney(sums.without_tax)),
    field('turnoverSize', formatMoney(sums.without_tax)),
    field('unitPriceWithoutTax', unitPrice(line, vat_rate)),
  ]);
}
