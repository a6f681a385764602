import { decodeOfficeText } from '../../../../platform/text-encoding.ts';
import type {
  Statement,
  StatementFault,
  StatementOperation,
  StatementParty,
  StatementResult,
} from '../../bank-files.ts';
import { Fault, ibanIn, readCurrency, readDay, readSum } from '../written-values.ts';
import { readSections, type Field, type Section } from './read-sections.ts';

/** More operations than a company of this size makes in a year; a longer file is no statement of a month. */
const MAX_OPERATIONS = 50_000;

type Fields = ReadonlyMap<string, Field>;
interface Account {
  iban: string | null;
  currency: string;
}

/**
 * A 1C statement of a bank, in the forms of Kazakhstan and in 1.03. Which way the money went is said by СуммаРасход or
 * СуммаПриход, by the day of ДатаСписано or ДатаПоступило, or by whose account it is. An operation that cannot be read
 * is refused alone. Never throws for what the file holds.
 */
export function readOneCStatement(bytes: Uint8Array): StatementResult {
  const result = readSections(decodeOneC(bytes));
  if (result.status === 'fault') return result;
  const documents = result.sections.filter((section) => section.kind === 'document');
  try {
    if (documents.length > MAX_OPERATIONS) {
      throw new Fault('too_many', { line: documents[MAX_OPERATIONS]!.line, value: String(documents.length) });
    }
    const { account, ...head } = headOf(result.sections);
    const operations: StatementOperation[] = [];
    const refused: StatementFault[] = [];
    for (const section of documents) {
      const read = readOperation(section, account);
      if ('code' in read) refused.push(read);
      else operations.push(read);
    }
    return { status: 'ok', statement: { iban: account.iban, ...head, operations, refused } };
  } catch (error) {
    if (error instanceof Fault) return { status: 'fault', fault: error.fault };
    throw error;
  }
}

/** `Кодировка=DOS` is code page 866. What a file says of itself is often untrue, what can be read in it is not. */
function decodeOneC(bytes: Uint8Array): string {
  const { text, encoding } = decodeOfficeText(bytes);
  if (encoding !== 'windows-1251' || /конецфайла/i.test(text)) return text;
  const dos = new TextDecoder('ibm866').decode(bytes);
  return /конецфайла/i.test(dos) ? dos : text;
}

/** Some banks write a section per day: the period is that of all, the balances are the first and the last. */
function headOf(sections: readonly Section[]): {
  account: Account;
} & Pick<Statement, 'date_from' | 'date_to' | 'opening_tiyn' | 'closing_tiyn'> {
  const [head] = sections;
  const told = sections.filter(({ kind }) => kind === 'account');
  const fault = [head!, ...told].find((section) => section.fault)?.fault;
  if (fault) throw new Fault(fault.code, fault);
  const said = told.length > 0 ? told : [head!];
  const accounts = said.map(({ fields }) => fields.get('расчсчет') ?? head!.fields.get('расчсчет'));
  const [iban = null, ...others] = accounts.map(ownIban);
  const other = others.findIndex((one) => one !== iban);
  if (other >= 0) throw new Fault('several_accounts', accounts[other + 1] ?? { line: head!.line, value: '' });
  const days = said
    .map(({ fields }) => ({
      fields,
      from: dayOf(fields.get('датаначала') ?? head!.fields.get('датаначала')),
      to: dayOf(fields.get('датаконца') ?? head!.fields.get('датаконца')),
    }))
    .toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  const [first, last] = [days[0]!, days.at(-1)!];
  return {
    account: {
      iban,
      currency: currencyOf(first.fields.get('валюта') ?? head!.fields.get('валюта')) ?? 'KZT',
    },
    date_from: first.from,
    date_to: days.reduce((latest, { to }) => (to && (!latest || to > latest) ? to : latest), last.to),
    opening_tiyn: sumOf(first.fields.get('начальныйостаток')),
    closing_tiyn: sumOf(last.fields.get('конечныйостаток')),
  };
}

function readOperation(section: Section, account: Account): StatementOperation | StatementFault {
  try {
    if (section.fault) return section.fault;
    return operationOf(section, account);
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

function operationOf({ fields, line }: Section, account: Account): StatementOperation {
  const number = textOf(fields, 'номердокумента', 'номер');
  const payer = partyOf(fields, PAYER);
  const payee = partyOf(fields, PAYEE);
  const out = sumOf(fields.get('суммарасход'));
  const into = sumOf(fields.get('суммаприход'));
  const amount_tiyn = out || into || sumOf(fields.get('сумма'));
  if (!amount_tiyn || amount_tiyn < 0n) throw new Fault('no_amount', { line, value: number });
  const debited = dayOf(fields.get('датасписано'));
  const credited = dayOf(fields.get('датапоступило'));
  const direction =
    out || into
      ? directionBy(out, into)
      : (directionByAccount(account.iban, payer, payee) ?? directionBy(debited, credited));
  if (!direction) throw new Fault('no_direction', { line, value: number });
  const date =
    dayOf(fields.get('датаоперации')) ??
    (direction === 'out' ? debited : credited) ??
    dayOf(fields.get('датадокумента') ?? fields.get('дата'));
  if (!date) throw new Fault('wrong_date', { line, value: number });
  const knp = textOf(fields, 'кодназначенияплатежа', 'кнп');
  return {
    line,
    direction,
    number,
    date,
    amount_tiyn,
    currency: currencyOf(fields.get('валюта') ?? fields.get('валютадокумента')) ?? account.currency,
    payer,
    payee,
    knp: /^\d{3}$/.test(knp) ? knp : null,
    purpose: PURPOSE.flatMap((name) => fields.get(name)?.value || []).join(' '),
  };
}

function directionBy(out: unknown, into: unknown): StatementOperation['direction'] | null {
  if (out && into) return null;
  return out ? 'out' : into ? 'in' : null;
}

function directionByAccount(account: string | null, payer: StatementParty, payee: StatementParty) {
  if (account === null || payer.iban === payee.iban) return null;
  return payer.iban === account ? 'out' : payee.iban === account ? 'in' : null;
}

/** Names are made once: joined for each of 40,000 operations, they would cost more than the reading. */
const namesOf = (side: 'плательщик' | 'получатель') => ({
  name: [`${side}наименование`, side, `${side}1`],
  bin: [`${side}бин_иин`, `${side}бин`, `${side}иин`, `${side}инн`],
  account: [`${side}иик`, `${side}счет`, `${side}расчсчет`],
});
const PAYER = namesOf('плательщик');
const PAYEE = namesOf('получатель');
const PURPOSE = ['', '1', '2', '3', '4', '5', '6'].map((part) => `назначениеплатежа${part}`);

function partyOf(fields: Fields, names: typeof PAYER): StatementParty {
  const bin = textOf(fields, ...names.bin);
  const accounts = names.account.flatMap((name) => fields.get(name)?.value || []);
  const iban = accounts.map(ibanIn).find((one) => one !== null);
  return {
    name: textOf(fields, ...names.name),
    bin: /^\d{12}$/.test(bin) ? bin : null,
    // An account abroad need not be an IBAN; it is kept as it is written.
    iban: iban ?? accounts[0] ?? null,
  };
}

/** The value of the first of these fields that holds one. */
function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name)?.value;
    if (value) return value;
  }
  return '';
}

function ownIban(field: Field | undefined): string | null {
  if (!field || field.value === '') return null;
  const iban = ibanIn(field.value);
  if (iban === null) throw new Fault('wrong_account', field);
  return iban;
}

const dayOf = (field: Field | undefined) => readDay(field?.value ?? '', field?.line ?? 0);
const sumOf = (field: Field | undefined) => readSum(field?.value ?? '', field?.line ?? 0);
const currencyOf = (field: Field | undefined) => readCurrency(field?.value ?? '', field?.line ?? 0);
