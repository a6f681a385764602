import { createHash } from 'node:crypto';
import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Upload } from '../src/platform/http/uploads.ts';
import type { BankMonth, TrueOperation } from './bank-month.ts';

export interface MonthFile {
  name: string;
  bytes: Buffer;
  /** For the bank that gives tables. */
  mapping?: string;
}

/** First and last day of each file, counted from the first of the month. */
type Spans = readonly (readonly [from: number, to: number])[];

/** Three files that overlap by days. */
const THREE: Spans = [
  [0, 13],
  [10, 22],
  [20, 40],
];

/** The banks' statements: each account in files of these days, each bank in a form of its own. */
export function writeMonth({ accounts, operations }: BankMonth, spans = THREE): MonthFile[] {
  const first = operations[0]!.day;
  return accounts.flatMap((account, bank) =>
    spans.flatMap(([from, to], part): MonthFile[] => {
      const told = operations.filter(
        (one) => one.account === account && one.day >= addDays(first, from) && one.day <= addDays(first, to),
      );
      if (told.length === 0) return [];
      const name = `bank-${bank + 1}-${part + 1}`;
      if (bank === 0) return [{ name: `${name}.txt`, bytes: writeOneC(account, told) }];
      if (bank === 1) return [{ name: `${name}.txt`, bytes: writeOldOneC(account, told) }];
      return [{ name: `${name}.csv`, bytes: writeTable(told), mapping: mappingOf(account) }];
    }),
  );
}

export const uploadOf = ({ name, bytes }: MonthFile): Upload => ({
  name,
  kind: null,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
  read: async () => bytes,
});

function writeOneC(account: string, told: readonly TrueOperation[]): Buffer {
  const lines = told.flatMap(({ direction, iban, name, ...one }) => {
    const [payer, payee] = direction === 'out' ? [account, iban] : [iban, account];
    return [
      'СекцияДокумент=Выписка',
      `НомерДокумента=${one.number}`,
      `ДатаОперации=${formatDate(one.day)}`,
      `${direction === 'out' ? 'СуммаРасход' : 'СуммаПриход'}=${formatMoney(one.amount_tiyn)}`,
      `Валюта=${one.currency}`,
      `ПлательщикИИК=${payer ?? ''}`,
      `ПолучательИИК=${payee ?? ''}`,
      `${direction === 'out' ? 'Получатель' : 'Плательщик'}Наименование=${name}`,
      `НазначениеПлатежа=${one.purpose}`,
      'КонецДокумента',
    ];
  });
  return Buffer.from(['1CClientBankExchange', `РасчСчет=${account}`, ...lines, 'КонецФайла'].join('\r\n'));
}

/** The form 1.03: the direction is told by the day and by whose account it is. */
function writeOldOneC(account: string, told: readonly TrueOperation[]): Buffer {
  const lines = told.flatMap(({ direction, iban, name, ...one }) => {
    const [payer, payee] = direction === 'out' ? [account, iban] : [iban, account];
    return [
      'СекцияДокумент=Платежное поручение',
      `Номер=${one.number}`,
      `Дата=${formatDate(one.day)}`,
      `Сумма=${formatMoney(one.amount_tiyn)}`,
      `Валюта=${one.currency}`,
      `${direction === 'out' ? 'ДатаСписано' : 'ДатаПоступило'}=${formatDate(one.day)}`,
      `ПлательщикСчет=${payer ?? ''}`,
      `ПолучательСчет=${payee ?? ''}`,
      `${direction === 'out' ? 'Получатель' : 'Плательщик'}=${name}`,
      `НазначениеПлатежа=${one.purpose}`,
      'КонецДокумента',
    ];
  });
  return Buffer.from(
    ['1CClientBankExchange', 'ВерсияФормата=1.03', `РасчСчет=${account}`, ...lines, 'КонецФайла'].join(
      '\r\n',
    ),
  );
}

const COLUMNS = {
  date: 'Дата операции',
  number: '№ документа',
  out: 'Дебет',
  in: 'Кредит',
  currency: 'Валюта',
  name: 'Контрагент',
  iban: 'ИИК',
  purpose: 'Назначение платежа',
};

function writeTable(told: readonly TrueOperation[]): Buffer {
  const rows = told.map(({ direction, ...one }) => {
    const sum = formatMoney(one.amount_tiyn).replace('.', ',');
    return [
      formatDate(one.day),
      one.number,
      direction === 'out' ? sum : '',
      direction === 'in' ? sum : '',
      one.currency,
      one.name,
      one.iban ?? '',
      one.purpose,
    ];
  });
  const lines = [Object.values(COLUMNS), ...rows].map((row) =>
    row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
  );
  return Buffer.from(lines.join('\r\n'));
}

const mappingOf = (iban: string) =>
  JSON.stringify({ iban, columns: COLUMNS, day_order: 'dmy', decimal_mark: 'comma' });
