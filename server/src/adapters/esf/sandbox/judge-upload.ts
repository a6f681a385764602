import { OID } from '@kelisim/eds/oids.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { verifyChain } from '@kelisim/eds/x509/chain.ts';
import { checkSignature } from '@kelisim/eds/x509/signature.ts';
import { elementsOf, parseXml, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { almatyDate, parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { NcaTrust } from '../../nca/nca.ts';
import type { EsfError, EsfKind } from '../esf.ts';
import { allOf, textOf } from '../kgd/soap.ts';
import { judgeSchema } from './judge-schema.ts';

export interface GivenPaper {
  kind: EsfKind;
  xml: string;
  signature: string;
  certificate: string;
}

/** Sums that end in 13 tiyn are declined, so that people can see what that looks like. */
const DECLINED_TIYN = 13n;

const NAMES = {
  invoice: {
    number: 'num',
    seller: 'seller',
    buyer: 'customer',
    line: 'product',
    total: 'totalPriceWithTax',
    sum: 'priceWithTax',
    net: 'priceWithoutTax',
    done: 'turnoverDate',
  },
  awp: {
    number: 'number',
    seller: 'sender',
    buyer: 'recipient',
    line: 'work',
    total: 'totalSumWithTax',
    sum: 'sumWithTax',
    net: 'sumWithoutTax',
    done: 'performedDate',
  },
} as const;

export interface Judged {
  number: string;
  /** Whose it is to receive. */
  buyer: string | null;
  errors: EsfError[];
  /** The registered invoice that it names, which must be there. */
  related: string | null;
  /** Which registered invoice it takes the place of. */
  replaces: string | null;
}

/** Whether a signature is over exactly these bytes, by a certificate that leads to a root of НУЦ РК. */
export async function isSignedBy(
  given: { text: string; signature: string; certificate: string },
  { trust, primitives }: NcaTrust,
  at: Date,
): Promise<boolean> {
  const certificate = parseCertificate(Buffer.from(given.certificate, 'base64'));
  if (!certificate) return false;
  const chain = await verifyChain({ certificate, trust, at, primitives });
  if (chain.reason !== undefined) return false;
  const algorithm = certificate.public_key.algorithm === 'rsa' ? OID.rsaSha256 : OID.gost512Signature;
  const verdict = await checkSignature({
    spki: certificate.spki,
    algorithm,
    data: Buffer.from(given.text),
    signature: Buffer.from(given.signature, 'base64'),
    primitives,
  });
  return verdict === 'good';
}

/** Reads a paper as the real system does, from the signature to the sums; `tin` is whose session it came by. */
export async function judgeUpload(given: GivenPaper, tin: string, nca: NcaTrust, at: Date): Promise<Judged> {
  const errors: EsfError[] = [];
  const say = (property: string, code: string, text: string) => errors.push({ property, code, text });
  const root = parseXml(given.xml)?.root;
  const names = NAMES[given.kind];
  const paper = root && (given.kind === 'awp' ? root : allOf(root, 'invoice')[0]);
  if (!paper || paper.uri !== (given.kind === 'awp' ? 'v1.awp' : 'v2.esf')) {
    say('body', 'XML_INVALID', 'Документ не соответствует схеме');
    return { number: '', buyer: null, errors, related: null, replaces: null };
  }
  if (!(await isSignedBy({ ...given, text: given.xml }, nca, at)))
    say('signature', 'SIGNATURE_INVALID', 'Подпись не соответствует содержимому документа');
  errors.push(...judgeSchema(paper, given.kind));
  const number = textOf(paper, names.number) ?? '';
  judgeParties(paper, names, tin, say);
  for (const name of ['date', names.done])
    if (!dayOf(paper, name)) say(name, 'DATE_INVALID', 'Неверная дата');
  judgeDays(paper, names, at, say);
  judgeVat(paper, names, say);
  judgeSums(paper, names, say);
  const related = allOf(paper, 'relatedInvoice')[0];
  const type = textOf(paper, 'invoiceType');
  if (type && type !== 'ORDINARY_INVOICE' && !related)
    say('relatedInvoice', 'FIELD_REQUIRED', 'Не указан связанный счёт-фактура');
  const registered = related ? textOf(related, 'registrationNumber') : null;
  const buyer = allOf(paper, names.buyer)[0];
  return {
    number,
    buyer: buyer ? textOf(buyer, 'tin') : null,
    errors,
    related: registered,
    replaces: type === 'FIXED_INVOICE' ? registered : null,
  };
}

type Say = (property: string, code: string, text: string) => void;

function judgeParties(paper: XmlElement, names: (typeof NAMES)[EsfKind], tin: string, say: Say): void {
  for (const side of [names.seller, names.buyer]) {
    const party = allOf(paper, side)[0];
    const its = party && textOf(party, 'tin');
    if (!its || !isBinOrIin(its)) say(`${side}.tin`, 'TIN_INVALID', 'Неверный ИИН/БИН');
    else if (side === names.seller && its !== tin)
      say(`${side}.tin`, 'TIN_OF_ANOTHER', 'ИИН/БИН поставщика не совпадает с ИИН/БИН сессии');
    for (const name of ['name', 'address'])
      if (!party || !textOf(party, name)) say(`${side}.${name}`, 'FIELD_REQUIRED', 'Не заполнено поле');
  }
}

/** A day of the paper itself; its contract has one too. */
function dayOf(paper: XmlElement, name: string): string | null {
  const own = elementsOf(paper).find((one) => one.local === name);
  return (own && parseShownDate(textOfElement(own) ?? '')) ?? null;
}

function judgeDays(paper: XmlElement, names: (typeof NAMES)[EsfKind], at: Date, say: Say): void {
  const [date, done] = [dayOf(paper, 'date'), dayOf(paper, names.done)];
  if (!date || !done) return;
  if (date > almatyDate(at)) say('date', 'DATE_IN_FUTURE', 'Дата выписки позже текущей даты');
  if (done > date) say(names.done, 'DATE_AFTER_ISSUE', 'Дата оборота позже даты выписки');
}

/** A rate needs the certificate of a payer; without a rate there is no tax. */
function judgeVat(paper: XmlElement, names: (typeof NAMES)[EsfKind], say: Say): void {
  const seller = allOf(paper, names.seller)[0];
  const certified = seller && textOf(seller, 'certificateNum') && textOf(seller, 'certificateSeries');
  for (const line of allOf(paper, names.line)) {
    const [tax = 0n, net, gross] = ['ndsAmount', names.net, names.sum].map(
      (name) => parseMoney(textOf(line, name) ?? '') ?? undefined,
    );
    const rate = textOf(line, 'ndsRate');
    if (rate !== null && !certified)
      return say('ndsRate', 'NDS_WITHOUT_CERTIFICATE', 'Ставка указана, а свидетельства по НДС нет');
    if (rate === null && tax !== 0n) return say('ndsAmount', 'NDS_WITHOUT_RATE', 'НДС указан без ставки');
    if (net === undefined || gross === undefined || net + tax !== gross)
      return say('ndsAmount', 'NDS_MISMATCH', 'Сумма с НДС не равна сумме без НДС и НДС');
  }
}

function judgeSums(paper: XmlElement, names: (typeof NAMES)[EsfKind], say: Say): void {
  const total = parseMoney(textOf(paper, names.total) ?? '');
  const lines = allOf(paper, names.line).map((line) => parseMoney(textOf(line, names.sum) ?? ''));
  const sum = lines.reduce<bigint>((so_far, line) => so_far + (line ?? 0n), 0n);
  if (total === null || lines.length === 0 || lines.includes(null) || sum !== total)
    say(names.total, 'TOTAL_MISMATCH', 'Итог не равен сумме строк');
  else if (total % 100n === DECLINED_TIYN)
    say(names.total, 'SANDBOX_DECLINED', 'Учебный отказ: сумма оканчивается на 13 тиын');
}
