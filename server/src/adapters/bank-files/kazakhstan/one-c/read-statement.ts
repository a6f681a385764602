import { parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { decodeOfficeText } from '../../../../platform/text-encoding.ts';
import type {
  StatementFault,
  StatementOperation,
  StatementParty,
  StatementResult,
} from '../../bank-files.ts';
import { readSections, type Field, type Section } from './read-sections.ts';

class Fault extends Error {
  readonly fault: StatementFault;
  constructor(code: StatementFault['code'], { line, value }: { line: number; value: string }) {
    super(code);
    this.fault = { code, line, value: value.slice(0, 100) };
  }
}

/** More operations than a company of this size makes in a year; a longer file is no statement of a month. */
const MAX_OPERATIONS = 50_000;

/**
 * A 1C statement of a bank (Kaspi and BCC forms): which way the money went is said by СуммаРасход or СуммаПриход, or
 * where a bank writes Сумма alone, by whose account it is. Never throws for what the file holds.
 */
export function readOneCStatement(bytes: Uint8Array): StatementResult {
  const result = readSections(decodeOfficeText(bytes).text);
  if (result.status === 'fault') return result;
  const documents = result.sections.filter((section) => section.kind === 'document');
  try {
    if (documents.length > MAX_OPERATIONS) {
      throw new Fault('too_many', { line: documents[MAX_OPERATIONS]!.line, value: String(documents.length) });
    }
    const account = result.sections.find((section) => section.kind === 'account');
    const [head] = result.sections;
    const iban = ibanOf(account?.fields.get('расчсчет') ?? head!.fields.get('расчсчет'));
    return {
      status: 'ok',
      statement: {
        iban,
        date_from: dayOf(account?.fields.get('датаначала') ?? head!.fields.get('датаначала')),
        date_to: dayOf(account?.fields.get('датаконца') ?? head!.fields.get('датаконца')),
        opening_tiyn: moneyOf(account?.fields.get('начальныйостаток')),
        closing_tiyn: moneyOf(account?.fields.get('конечныйостаток')),
        operations: documents.map((section) => operationOf(section, iban)),
      },
    };
  } catch (error) {
    if (error instanceof Fault) return { status: 'fault', fault: error.fault };
    throw error;
  }
}

function operationOf(section: Section, account: string | null): StatementOperation {
  const { fields } = section;
  const text = (name: string) => fields.get(name)?.value ?? '';
  const payer = partyOf(fields, 'плательщик');
  const payee = partyOf(fields, 'получатель');
  const out = moneyOf(fields.get('суммарасход'));
  const into = moneyOf(fields.get('суммаприход'));
  const plain = moneyOf(fields.get('сумма'));
  const direction = out ? 'out' : into ? 'in' : directionBy(account, payer, payee);
  const amount_tiyn = out || into || plain;
  if (!amount_tiyn || amount_tiyn < 0n || !direction || (out && into)) {
    throw new Fault('no_amount', { line: section.line, value: text('номердокумента') });
  }
  const day = dayOf(fields.get('датаоперации')) ?? dayOf(fields.get('датадокумента'));
  if (!day) throw new Fault('wrong_date', { line: section.line, value: text('номердокумента') });
  return {
    line: section.line,
    direction,
    number: text('номердокумента'),
    date: day,
    amount_tiyn,
    payer,
    payee,
    knp: /^\d{3}$/.test(text('кодназначенияплатежа')) ? text('кодназначенияплатежа') : null,
    purpose: ['', '1', '2', '3', '4', '5', '6']
      .map((part) => text(`назначениеплатежа${part}`))
      .filter((part) => part !== '')
      .join(' '),
  };
}

function directionBy(
  account: string | null,
  payer: StatementParty,
  payee: StatementParty,
): StatementOperation['direction'] | null {
  if (account === null || payer.iban === payee.iban) return null;
  return payer.iban === account ? 'out' : payee.iban === account ? 'in' : null;
}

function partyOf(fields: ReadonlyMap<string, Field>, side: 'плательщик' | 'получатель'): StatementParty {
  const bin = fields.get(`${side}бин_иин`)?.value ?? '';
  return {
    name: fields.get(`${side}наименование`)?.value ?? '',
    bin: /^\d{12}$/.test(bin) ? bin : null,
    iban: ibanOf(fields.get(`${side}иик`)),
  };
}

/** Blanks between the groups of four are how people write an account. */
function ibanOf(field: Field | undefined): string | null {
  const iban = field?.value.replace(/\s/g, '').toUpperCase() ?? '';
  if (iban === '') return null;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) throw new Fault('wrong_account', field!);
  return iban;
}

function dayOf(field: Field | undefined): string | null {
  if (!field || field.value === '') return null;
  // Some banks write the time behind the day.
  const day = parseShownDate(field.value.split(' ')[0]!);
  if (!day) throw new Fault('wrong_date', field);
  return day;
}

function moneyOf(field: Field | undefined): bigint | null {
  if (!field || field.value === '') return null;
  const amount = parseMoney(field.value.replace(/[\s\u00A0]/g, '').replace(',', '.'));
  if (amount === null) throw new Fault('wrong_amount', field);
  return amount;
}
