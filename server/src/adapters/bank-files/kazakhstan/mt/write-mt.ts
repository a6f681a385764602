import { encodeWindows1251 } from '../../../../platform/text-encoding.ts';
import type { FileOrder, FileParty, OrderBatch, PaymentFileFormat, WrittenFile } from '../../bank-files.ts';
import { oneLine, tidyTexts } from '../texts-of-batch.ts';

/**
 * The old SWIFT-like forms that banks still take (facts/domain.md 5). What differs from bank to bank stands here; a
 * bank's own instruction may want another sender, whose clearing address is the `K055…` of the head.
 */
const SENDER = '{1:F01K055640000000000000000}';
const QUEUE = { 100: 'SGROSS', 102: 'SCLEAR' } as const;

/** MT100: one message an order, one after another in the file. */
export const mt100Format: PaymentFileFormat = {
  extension: 'txt',
  media_type: 'text/plain',
  write: (all) => encode(all, (batch) => batch.orders.map((order) => mt100(order, batch)).join('')),
};

/**
 * MT102: one message for the people of one bank that are paid on one day for one purpose (КНП). The bank takes the
 * sum to its transit account and credits each of them.
 */
export const mt102Format: PaymentFileFormat = {
  extension: 'txt',
  media_type: 'text/plain',
  write: (all) =>
    encode(all, (batch) => {
      const lists = Map.groupBy(batch.orders, ({ payee, knp, date }) => `${payee.bic} ${knp} ${date}`);
      return [...lists.values()].map((orders) => mt102(orders, batch)).join('');
    }),
};

function encode(all: OrderBatch, write: (batch: OrderBatch) => string): WrittenFile {
  const { batch, removed } = tidyTexts(all, plain);
  const { bytes, changed } = encodeWindows1251(write(batch));
  return { bytes, changed: [...removed, ...changed] };
}

function mt100(order: FileOrder, batch: OrderBatch): string {
  return message([
    ...headOf(100),
    `:20:${String(order.number).padStart(9, '0')}`,
    `:32A:${shortDay(order.date)}KZT${comma(order.amount_tiyn)}`,
    ...payerOf(batch),
    `:57B:${order.payee.bic}`,
    ...payeeOf(order.payee),
    ...detailsOf(order.number, order.date, order.knp, order.purpose),
  ]);
}

function mt102(orders: FileOrder[], batch: OrderBatch): string {
  const [first] = orders as [FileOrder];
  const bank = {
    ...first.payee,
    name: first.payee.bank_name,
    bin: first.payee.bank_bin ?? '',
    iban: batch.transit.get(first.payee.bic) ?? '',
    kbe: '14',
  };
  const purpose =
    orders.length === 1 ? first.purpose : `Оплата по актам выполненных работ по списку (${orders.length})`;
  const sum = orders.reduce((total, order) => total + order.amount_tiyn, 0n);
  return message([
    ...headOf(102),
    `:20:${String(first.number).padStart(9, '0')}`,
    ...payerOf(batch),
    `:57B:${first.payee.bic}`,
    ...payeeOf(bank),
    ...detailsOf(first.number, first.date, first.knp, purpose),
    ...orders.flatMap((order, index) => [
      `:21:${index + 1}`,
      `:32B:KZT${comma(order.amount_tiyn)}`,
      ...personOf(order),
    ]),
    `:32A:${shortDay(first.date)}KZT${comma(sum)}`,
  ]);
}

function message(lines: string[]): string {
  return [...lines, '-}'].map((line) => `${line}\r\n`).join('');
}

function headOf(kind: keyof typeof QUEUE): string[] {
  return [SENDER, `{2:O${kind}0000000000${QUEUE[kind]}00000000000000000000000000U}`, '{4:'];
}

function payerOf({ payer, chief, bookkeeper }: OrderBatch): string[] {
  return [
    `:50:/D/${payer.iban}`,
    `/NAME/${payer.name}`,
    `/IDN/${payer.bin}`,
    `/CHIEF/${chief}`,
    ...(bookkeeper ? [`/MAINBK/${bookkeeper}`] : []),
    `/IRS/${payer.kbe[0]}`,
    `/SECO/${payer.kbe[1]}`,
    `:52B:${payer.bic}`,
  ];
}

function payeeOf(payee: FileParty): string[] {
  return [
    `:59:${payee.iban}`,
    `/NAME/${payee.name}`,
    `/IDN/${payee.bin}`,
    `/IRS/${payee.kbe[0]}`,
    `/SECO/${payee.kbe[1]}`,
  ];
}

function detailsOf(number: number, date: string, knp: string, purpose: string): string[] {
  return [
    `:70:/NUM/${number}`,
    `/DATE/${shortDay(date)}`,
    '/SEND/07',
    '/VO/01',
    `/KNP/${knp}`,
    '/PSO/01',
    '/PRT/50',
    `/ASSIGN/${purpose}`,
  ];
}

function personOf({ payee, date }: FileOrder): string[] {
  const [family = '', name = '', ...father] = payee.name.replace(/^ИП\s+/u, '').split(' ');
  return [
    `:70:/FM/${family}`,
    `/NM/${name}`,
    ...(father.length > 0 ? [`/FT/${father.join(' ')}`] : []),
    ...birthOf(payee.bin).map((day) => `/DT/${day}`),
    `/IDN/${payee.bin}`,
    `/LA/${payee.iban}`,
    `/PERIOD/${date.slice(5, 7)}${date.slice(0, 4)}`,
  ];
}

/** The day of birth an ИИН begins with (facts/domain.md 1); none for a БИН. */
function birthOf(bin: string): string[] {
  const century = { 1: '18', 2: '18', 3: '19', 4: '19', 5: '20', 6: '20' }[Number(bin[6])];
  const isDay = Number(bin.slice(2, 4)) <= 12 && Number(bin.slice(4, 6)) <= 31;
  return century && isDay ? [`${century}${bin.slice(0, 6)}`] : [];
}

const shortDay = (date: string) => date.slice(2).replaceAll('-', '');
const comma = (tiyn: bigint) => `${tiyn / 100n},${String(tiyn % 100n).padStart(2, '0')}`;

/** Quotes, numero signs and what frames a message; «｝» is written as its kin in Windows-1251. */
const FRAMES = /[«»“”„"№{}]/;
const BEGINS = /^[:/-]/;

/** A line may not begin like a field, and names are written without typographic quotes and numero signs. */
function plain(value: string): string {
  const letters = [...oneLine(value)].filter((one) => !FRAMES.test(one + one.normalize('NFKD')));
  while ((letters[0] && /\s/.test(letters[0])) || BEGINS.test(letters[0]?.normalize('NFKD') ?? ''))
    letters.shift();
  return letters.join('').replace(/\s+/g, ' ').trim();
}
