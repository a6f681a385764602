import { elementsOf, parseXml, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { formatQuantity, multiplyHalfUp, parseMoney, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { expect, test } from 'vitest';
import { judgeSchema } from '../../adapters/esf/sandbox/judge-schema.ts';
import { checkPaper } from './check-paper.ts';
import type { EsfPaper } from './esf-paper.ts';
import { writeAwp } from './write-awp.ts';
import { writeInvoice } from './write-invoice.ts';

const TODAY = '2026-11-22';

/** The same numbers at every run, so that what failed once can be looked at. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return { upTo: (most: number) => Math.floor(next() * most), next };
}

const WORDS = [
  'Курьер',
  'қызметі',
  '<b>',
  '&amp;',
  '"кавычки"',
  "д'Арк",
  '№ 5 ]]>',
  'ТОО «Ә»',
  '😀',
  'таб\tи\nстрока',
];

function tinOf(start: string, n: number): string {
  for (let i = n; ; i++) {
    const tin = withCheckDigit(start + String(i).padStart(11 - start.length, '0'));
    if (tin) return tin;
  }
}

function randomPaper(seed: number): EsfPaper {
  const random = randomFrom(seed + 1);
  const words = () =>
    Array.from({ length: 1 + random.upTo(5) }, () => WORDS[random.upTo(WORDS.length)]).join(' ');
  const vat_rate = [null, 0, 5, 12, 16][random.upTo(5)]!;
  const bank = {
    name: words(),
    bic: 'KCJBKZKX',
    iban: makeIban('856', String(random.upTo(1e9)).padStart(13, '0')),
    kbe: '19',
  };
  return {
    type: 'ORDINARY_INVOICE',
    number: String(1 + random.upTo(1e6)),
    date: '2026-11-20',
    turnover_date: '2026-11-19',
    related: null,
    pair: null,
    signer_name: words(),
    seller: {
      tin: tinOf('8005123', random.upTo(9000)),
      name: words(),
      address: words(),
      kind: 'ENTREPRENEUR',
      bank,
      vat_certificate: vat_rate === null ? null : { series: '00001', number: '0000001' },
    },
    customer: {
      tin: tinOf('18034', random.upTo(90_000)),
      name: words(),
      address: words(),
      kind: 'ENTERPRISE',
      bank,
    },
    contract: { number: '7/26', date: '2026-01-05' },
    delivery: { number: '79/2026', date: '2026-11-19' },
    lines: Array.from({ length: 1 + random.upTo(12) }, () => {
      const quantity_milli =
        BigInt(1 + random.upTo([1000, 1_000_000, 10_000_000][random.upTo(3)]!)) *
        (random.upTo(2) ? 1000n : 1n);
      const rate_tiyn = BigInt(1000 + random.upTo([10_000, 100_000_000][random.upTo(2)]!));
      return {
        description: words(),
        unit_code: '796',
        quantity: formatQuantity(quantity_milli),
        rate_tiyn,
        amount_tiyn: multiplyHalfUp(quantity_milli, rate_tiyn),
      };
    }),
    vat_rate,
  };
}

const seeds = Array.from({ length: 200 }, (_, at) => at);

function all(of: XmlElement, name: string): XmlElement[] {
  return elementsOf(of).flatMap((one) => [...(one.name === name ? [one] : []), ...all(one, name)]);
}
const text = (of: XmlElement, name: string) => {
  const [only, ...more] = all(of, name);
  expect(more).toEqual([]);
  return textOfElement(only!)!;
};
const tiyn = (of: XmlElement, name: string) => parseMoney(text(of, name))!;
const names = (of: XmlElement) => elementsOf(of).map((one) => one.name);
const sum = (of: readonly bigint[]) => of.reduce((total, one) => total + one, 0n);

/** Millionths of a tenge: a price is a decimal of at most six digits. */
function millionths(price: string): bigint {
  const [whole, rest = ''] = price.split('.');
  return BigInt(whole! + rest.padEnd(6, '0'));
}

function inOrder(given: string[], schema: string[]) {
  expect(given).toEqual(schema.filter((name) => given.includes(name)));
}

test('invoices of two hundred random acts are well-formed, in the order of the schema and exact to the tiyn', () => {
  for (const seed of seeds) {
    const paper = randomPaper(seed);
    expect(checkPaper(paper, 'invoice', TODAY)).toEqual([]);
    const document = parseXml(writeInvoice(paper));
    const invoice = all(document!.root, 'v2:invoice')[0]!;
    expect([document!.root.uri, invoice.uri]).toEqual(['esf', 'v2.esf']);
    inOrder(names(invoice), [
      'date', 'invoiceType', 'num', 'operatorFullname', 'relatedInvoice', 'turnoverDate', 'customers',
      'deliveryDocDate', 'deliveryDocNum', 'deliveryTerm', 'productSet', 'sellers',
    ]); // prettier-ignore
    const set = all(invoice, 'productSet')[0]!;
    inOrder(names(set), [
      'currencyCode', 'ndsRateType', 'products', 'totalExciseAmount', 'totalNdsAmount', 'totalPriceWithTax',
      'totalPriceWithoutTax', 'totalTurnoverSize',
    ]); // prettier-ignore
    inOrder(names(all(invoice, 'seller')[0]!), [
      'address', 'bank', 'bik', 'certificateNum', 'certificateSeries', 'iik', 'kbe', 'name', 'tin',
    ]); // prettier-ignore
    const products = all(set, 'product');
    expect(products.length).toBe(paper.lines.length);
    for (const [at, product] of products.entries()) {
      const line = paper.lines[at]!;
      expect(text(product, 'description')).toBe(line.description);
      expect(tiyn(product, 'priceWithTax')).toBe(line.amount_tiyn);
      expect(tiyn(product, 'priceWithoutTax') + tiyn(product, 'ndsAmount')).toBe(line.amount_tiyn);
      expect(all(product, 'ndsRate').length).toBe(paper.vat_rate === null ? 0 : 1);
      if (paper.vat_rate === null) expect(tiyn(product, 'ndsAmount')).toBe(0n);
      // What the system multiplies comes out at the sum, but for half a tiyn and the rounding of the price itself.
      const times =
        (millionths(text(product, 'unitPrice')) * parseQuantity(text(product, 'quantity'))!) / 1000n;
      const off = times - tiyn(product, 'priceWithoutTax') * 10_000n;
      const quantity = parseQuantity(line.quantity)! / 1000n + 1n;
      expect(off < 0n ? -off : off).toBeLessThanOrEqual(5_000n + quantity);
    }
    const total = sum(paper.lines.map((line) => line.amount_tiyn));
    expect(tiyn(set, 'totalPriceWithTax')).toBe(total);
    expect(tiyn(set, 'totalNdsAmount')).toBe(sum(products.map((one) => tiyn(one, 'ndsAmount'))));
    expect(tiyn(set, 'totalPriceWithoutTax')).toBe(sum(products.map((one) => tiyn(one, 'priceWithoutTax'))));
    expect(tiyn(set, 'totalTurnoverSize')).toBe(tiyn(set, 'totalPriceWithoutTax'));
    expect(text(invoice, 'turnoverDate')).toBe('19.11.2026');
    expect([text(invoice, 'deliveryDocDate'), text(invoice, 'deliveryDocNum')]).toEqual([
      '19.11.2026',
      '79/2026',
    ]);
    expect(judgeSchema(invoice, 'invoice')).toEqual([]);
    expect(text(all(invoice, 'customer')[0]!, 'name')).toBe(paper.customer.name);
  }
});

test('electronic acts of the same are well-formed and exact to the tiyn', () => {
  for (const seed of seeds) {
    const paper = randomPaper(seed);
    expect(checkPaper(paper, 'awp', TODAY)).toEqual([]);
    const awp = parseXml(writeAwp(paper))!.root;
    expect(awp.uri).toBe('v1.awp');
    expect(judgeSchema(awp, 'awp')).toEqual([]);
    inOrder(names(awp), [
      'contract',
      'date',
      'number',
      'performedDate',
      'recipients',
      'senders',
      'worksPerformed',
    ]);
    const works = all(awp, 'work');
    for (const [at, work] of works.entries()) {
      expect(text(work, 'name')).toBe(paper.lines[at]!.description);
      expect(tiyn(work, 'sumWithTax')).toBe(paper.lines[at]!.amount_tiyn);
      expect(tiyn(work, 'sumWithoutTax') + tiyn(work, 'ndsAmount')).toBe(paper.lines[at]!.amount_tiyn);
    }
    expect(tiyn(awp, 'totalSumWithTax')).toBe(sum(paper.lines.map((line) => line.amount_tiyn)));
    expect(tiyn(awp, 'totalNdsAmount')).toBe(sum(works.map((one) => tiyn(one, 'ndsAmount'))));
    expect(text(all(awp, 'sender')[0]!, 'tin')).toBe(paper.seller.tin);
  }
});

test('names the field and the rule of what ИС ЭСФ would refuse', () => {
  const good = randomPaper(3);
  const vat = {
    ...good,
    vat_rate: 12,
    seller: { ...good.seller, vat_certificate: { series: '1', number: '2' } },
  };
  const line = good.lines[0]!;
  const cases: [EsfPaper, string][] = [
    [{ ...good, seller: { ...good.seller, tin: '123456789012' } }, 'seller_tin wrong'],
    [{ ...good, seller: { ...good.seller, address: ' ' } }, 'seller_address missing'],
    [{ ...good, seller: { ...good.seller, bank: null } }, 'seller_bank missing'],
    [{ ...good, customer: { ...good.customer, address: null } }, 'customer_address missing'],
    [{ ...good, customer: { ...good.customer, tin: good.seller.tin } }, 'customer_tin same_party'],
    [{ ...good, customer: { ...good.customer, name: 'А\u0007' } }, 'customer_name characters'],
    [{ ...good, number: '170-2' }, 'number wrong'],
    [{ ...good, number: '1'.repeat(31) }, 'number wrong'],
    [{ ...good, seller: { ...good.seller, bank: { ...good.seller.bank!, kbe: '7' } } }, 'seller_bank wrong'],
    [
      { ...good, customer: { ...good.customer, bank: { ...good.seller.bank!, bic: 'KCJB' } } },
      'customer_bank wrong',
    ],
    [{ ...good, lines: [{ ...line, unit_code: '' }] }, 'line_unit wrong'],
    [{ ...good, date: '2026-11-23' }, 'date future'],
    [{ ...good, turnover_date: '2026-11-21' }, 'turnover_date after_date'],
    [{ ...good, contract: { ...good.contract, date: '2026-11-21' } }, 'contract after_date'],
    [{ ...good, lines: [{ ...line, amount_tiyn: line.amount_tiyn + 1n }] }, 'line_amount not_product'],
    [
      { ...good, lines: [{ ...line, rate_tiyn: -100n, quantity: '1', amount_tiyn: -100n }] },
      'line_amount below_nothing',
    ],
    [{ ...good, type: 'FIXED_INVOICE' }, 'related missing'],
    [vat, 'vat wrong'],
  ];
  for (const [paper, said] of cases)
    expect(checkPaper(paper, 'invoice', TODAY).map(({ field, rule }) => `${field} ${rule}`)).toEqual([said]);
  const nothing = { ...good, lines: [] };
  expect(checkPaper(nothing, 'invoice', TODAY).map((one) => one.field)).toEqual(['lines', 'line_amount']);
});
