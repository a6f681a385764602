import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';

export interface Told {
  number: string;
  amount_tiyn: bigint;
  iban: string;
  purpose: string;
  day: string;
  direction?: 'out' | 'in';
  /** Of the other side. */
  bin?: string | undefined;
  knp?: string;
}

/** A statement of an account as a bank gives it out. */
export function statementOf(account: string, operations: readonly Told[]): Buffer {
  const lines = [
    '1CClientBankExchange',
    'СекцияРасчСчет',
    `РасчСчет=${account}`,
    'НачальныйОстаток=1000000.00',
    'КонецРасчСчет',
    ...operations.flatMap(({ number, amount_tiyn, iban, purpose, day, direction = 'out', bin, knp }) => [
      'СекцияДокумент=Выписка',
      `НомерДокумента=${number}`,
      `ДатаОперации=${formatDate(day)}`,
      `${direction === 'out' ? 'СуммаРасход' : 'СуммаПриход'}=${formatMoney(amount_tiyn)}`,
      `ПлательщикИИК=${direction === 'out' ? account : iban}`,
      `ПолучательИИК=${direction === 'out' ? iban : account}`,
      ...(bin ? [`${direction === 'out' ? 'Получатель' : 'Плательщик'}БИН_ИИН=${bin}`] : []),
      ...(knp ? [`КодНазначенияПлатежа=${knp}`] : []),
      'ПолучательНаименование=Получатель',
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
  ];
  return Buffer.from(lines.join('\r\n'));
}
