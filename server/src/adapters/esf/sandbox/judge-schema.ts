import { elementsOf, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import type { EsfError, EsfKind } from '../esf.ts';

/**
 * The sandbox's own copy of what public clients of ИС ЭСФ tell of its schemas: which elements follow which (`?` may be
 * absent) and how their texts look. The product's writer does not use it, so that a slip there is refused here.
 */
const ORDER: Record<EsfKind, Record<string, string>> = {
  invoice: {
    invoice:
      'date invoiceType num operatorFullname relatedInvoice? turnoverDate addInf? consignee? consignor? customers datePaper? deliveryDocDate? deliveryDocNum? deliveryTerm productSet publicOffice? reasonPaper? sellers',
    relatedInvoice: 'date num registrationNumber',
    customers: 'customer+',
    customer: 'address branchTin? countryCode name relatedInfo? statuses? tin',
    deliveryTerm:
      'contractDate? contractNum? deliveryConditionCode? destination? hasContract term? transportTypeCode? warrant? warrantDate?',
    productSet:
      'currencyCode currencyRate? ndsRateType? products totalExciseAmount totalNdsAmount totalPriceWithTax totalPriceWithoutTax totalTurnoverSize',
    products: 'product+',
    product:
      'additional? catalogTruId description exciseAmount? exciseRate? gtinCode? kpvedCode? ndsAmount ndsRate? priceWithTax priceWithoutTax productDeclaration? productNumberInDeclaration? quantity? tnvedName? truOriginCode turnoverSize unitCode? unitNomenclature? unitPrice?',
    sellers: 'seller+',
    seller: 'address bank bik certificateNum? certificateSeries? iik kbe name statuses? tin',
  },
  awp: {
    awp: 'additionalInfo? contract date number performedDate recipients registrationNumber? senders worksPerformed',
    contract: 'date? isContract number? registrationNumber?',
    recipients: 'recipient+',
    recipient:
      'additionalInfo? address? bankDetails? branchTin? invitationEmail? name nonResident registrationType? tin?',
    senders: 'sender+',
    sender: 'additionalInfo? address? bankDetails? branchTin? certificateNum? certificateSeries? name tin',
    bankDetails: 'bank bik iik kbe?',
    worksPerformed:
      'currencyCode rate? totalNdsAmount totalSumWithTax totalSumWithoutTax totalTurnoverSize works',
    works: 'work+',
    work: 'additionalInfo? measureUnitCode? name ndsAmount? ndsRate? quantity? sumWithTax sumWithoutTax turnoverSize unitPriceWithoutTax',
  },
};

const MONEY = /^-?\d{1,17}(\.\d{1,2})?$/;
const NUMBER = /^[0-9]{1,30}$/;
const DAY = /^\d{2}\.\d{2}\.\d{4}$/;
const PATTERNS: Record<string, RegExp> = {
  'invoice/num': NUMBER,
  'awp/number': NUMBER,
  'relatedInvoice/num': NUMBER,
  'relatedInvoice/registrationNumber': /^ESF-\d{12}-\d{8}-\d{8}$/,
  invoiceType: /^(ORDINARY|FIXED|ADDITIONAL)_INVOICE$/,
  registrationType: /^(ENTERPRISE|ENTREPRENEUR|INDIVIDUAL)$/,
  tin: /^\d{12}$/,
  countryCode: /^[A-Z]{2}$/,
  currencyCode: /^KZT$/,
  bik: /^[A-Z]{4}KZ[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  iik: /^KZ\d{5}[A-Z0-9]{13}$/,
  kbe: /^[12][1-9]$/,
  certificateNum: /^\d{7}$/,
  certificateSeries: /^\d{5}$/,
  truOriginCode: /^[1-6]$/,
  ndsRate: /^(0|5|10|12|16)$/,
  quantity: /^\d{1,12}(\.\d{1,6})?$/,
  unitPrice: /^-?\d{1,17}(\.\d{1,6})?$/,
  unitPriceWithoutTax: /^-?\d{1,17}(\.\d{1,6})?$/,
  unitNomenclature: /^\d{3,4}$/,
  measureUnitCode: /^\d{3,4}$/,
  hasContract: /^(true|false)$/,
  isContract: /^(true|false)$/,
  nonResident: /^(true|false)$/,
};
const SUMS = /^(nds|total).*Amount$|^price|^sumWith|^total(Price|Sum)|urnoverSize$/;

/** What the schema says no to: order, absent elements, unknown ones, texts of another form. */
export function judgeSchema(paper: XmlElement, kind: EsfKind): EsfError[] {
  const errors: EsfError[] = [];
  const walk = (of: XmlElement) => {
    const children = elementsOf(of);
    const rule = ORDER[kind][of.local];
    if (rule) {
      const says = follows(
        children.map((one) => one.local),
        rule.split(' '),
      );
      if (says) errors.push({ property: of.local, code: 'XML_INVALID', text: `cvc-complex-type: ${says}` });
    } else if (children.length === 0) judgeText(of);
    for (const child of children) {
      const pattern = PATTERNS[`${of.local}/${child.local}`];
      if (pattern && !pattern.test(textOfElement(child) ?? '')) fault(child);
      walk(child);
    }
  };
  const fault = (of: XmlElement) =>
    errors.push({
      property: of.local,
      code: 'XML_INVALID',
      text: `cvc-pattern-valid: значение «${(textOfElement(of) ?? '').slice(0, 40)}» не подходит`,
    });
  const judgeText = (of: XmlElement) => {
    const pattern = PATTERNS[of.local] ?? formOf(of.local);
    if (pattern && !pattern.test(textOfElement(of) ?? '')) fault(of);
  };
  walk(paper);
  return errors;
}

function formOf(name: string): RegExp | undefined {
  if (/date$/i.test(name)) return DAY;
  return SUMS.test(name) ? MONEY : undefined;
}

/** Null, or the first element that does not stand where the sequence has it. */
function follows(given: readonly string[], sequence: readonly string[]): string | null {
  let at = 0;
  for (const part of sequence) {
    const name = part.replace(/[?+]$/, '');
    if (given[at] !== name) {
      if (part.endsWith('?')) continue;
      return `«${given[at] ?? ''}» вместо «${name}»`;
    }
    at++;
    while (part.endsWith('+') && given[at] === name) at++;
  }
  return at === given.length ? null : `«${given[at]}» здесь не ожидается`;
}
