import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { encodeWindows1251 } from '../../../../platform/text-encoding.ts';
import type { FileOrder, FileParty, OrderBatch, PaymentFileFormat } from '../../bank-files.ts';
import { oneLine, tidyTexts } from '../texts-of-batch.ts';

type Line = readonly [key: string, value: string];

/** 1CClientBankExchange as Kazakhstan's banks take it: Windows-1251, CRLF (facts/domain.md 5). */
export const oneCFormat: PaymentFileFormat = {
  extension: 'txt',
  media_type: 'text/plain',
  write(all, { line_end }) {
    const { batch, removed } = tidyTexts(all, oneLine);
    const lines = [
      '1CClientBankExchange',
      ...headOf(batch).map(toLine),
      ...batch.orders.flatMap((order) => [...orderOf(order, batch.payer).map(toLine), 'КонецДокумента']),
      'КонецФайла',
    ];
    const { bytes, changed } = encodeWindows1251(lines.map((line) => `${line}${line_end}`).join(''));
    return { bytes, changed: [...removed, ...changed] };
  },
};

const toLine = ([key, value]: Line) => `${key}=${value}`;

function headOf({ made_at, payer, orders }: OrderBatch): Line[] {
  const days = orders.map((order) => order.date).sort();
  return [
    ['ВерсияФормата', '2.00'],
    ['Кодировка', 'Windows'],
    ['Отправитель', 'Kelisim'],
    ['Получатель', ''],
    ['ДатаСоздания', formatDate(made_at.slice(0, 10))],
    ['ВремяСоздания', made_at.slice(11, 19)],
    ['ДатаНачала', formatDate(days[0]!)],
    ['ДатаКонца', formatDate(days.at(-1)!)],
    ['РасчСчет', payer.iban],
    ['Документ', 'ПлатежноеПоручение'],
  ];
}

function orderOf(order: FileOrder, payer: FileParty): Line[] {
  return [
    ['СекцияДокумент', 'ПлатежноеПоручение'],
    ['НомерДокумента', String(order.number)],
    ['ДатаДокумента', formatDate(order.date)],
    ['Сумма', formatMoney(order.amount_tiyn)],
    ['Валюта', 'KZT'],
    ['ДатаВалютирования', formatDate(order.date)],
    ...partyOf('Плательщик', payer),
    ...partyOf('Получатель', order.payee),
    ['КодНазначенияПлатежа', order.knp],
    ['НазначениеПлатежа', order.purpose],
  ];
}

function partyOf(side: 'Плательщик' | 'Получатель', party: FileParty): Line[] {
  return [
    [`${side}Наименование`, party.name],
    [`${side}БИН_ИИН`, party.bin],
    [`${side}КБЕ`, party.kbe],
    [`${side}ИИК`, party.iban],
    [`${side}БанкНаименование`, party.bank_name],
    [`${side}БанкБИН_ИИН`, party.bank_bin ?? ''],
    [`${side}БанкБИК`, party.bic],
  ];
}
