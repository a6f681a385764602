import { encodeWindows1251 } from '../../../../platform/text-encoding.ts';
import type {
  BankProfile,
  FileOrder,
  FileParty,
  FilePayee,
  OrderBatch,
  PaymentFileFormat,
  WrittenFile,
} from '../../bank-files.ts';
import { fullNameOf } from '../check-batch.ts';
import { oneLine, tidyTexts } from '../texts-of-batch.ts';
import { listsOf, type PayList } from './lists.ts';

/**
 * The old SWIFT-like forms that banks still take (facts/domain.md 5). What differs from bank to bank stands in the
 * profile.
 */
const QUEUE = { 100: 'SGROSS', 102: 'SCLEAR' } as const;

/** MT100: one message an order, one after another in the file. */
export const mt100Format: PaymentFileFormat = {
  extension: 'txt',
  media_type: 'text/plain',
  write: (all, profile) =>
    encode(all, (batch) => batch.orders.map((order) => mt100(order, batch, profile)).join('')),
};

/**
 * MT102: one message a list. The bank takes the sum to its transit account and credits each of the people.
 */
export const mt102Format: PaymentFileFormat = {
  extension: 'txt',
  media_type: 'text/plain',
  write: (all, profile) =>
    encode(all, (batch) =>
      listsOf(batch)
        .map((list) => mt102(list, batch, profile))
        .join(''),
    ),
};

function encode(all: OrderBatch, write: (batch: OrderBatch) => string): WrittenFile {
  const { batch, removed } = tidyTexts(all, plain);
  const { bytes, changed } = encodeWindows1251(write(batch));
  return { bytes, changed: [...removed, ...changed] };
}

function mt100(order: FileOrder, batch: OrderBatch, profile: BankProfile): string {
  return message(profile, [
    ...headOf(100, profile),
    `:20:${String(order.number).padStart(9, '0')}`,
    `:32A:${shortDay(order.date)}KZT${comma(order.amount_tiyn)}`,
    ...payerOf(batch),
    `:57B:${order.payee.bic}`,
    ...payeeOf(order.payee),
    ...detailsOf(order.number, order.date, order.knp, order.purpose),
  ]);
}

function mt102(list: PayList, batch: OrderBatch, profile: BankProfile): string {
  const { bank, number, date } = list;
  return message(profile, [
    ...headOf(102, profile),
    `:20:${String(number).padStart(9, '0')}`,
    ...payerOf(batch),
    `:57B:${bank.bic}`,
    ...payeeOf({
      iban: batch.transit.get(bank.bic) ?? '',
      name: bank.bank_name,
      bin: bank.bank_bin ?? '',
      kbe: '14',
    }),
    ...detailsOf(number, date, list.knp, list.purpose),
    ...list.rows.flatMap((row, index) => [
      `:21:${index + 1}`,
      `:32B:KZT${comma(row.amount_tiyn)}`,
      ...personOf(row.payee, list.period),
    ]),
    `:32A:${shortDay(date)}KZT${comma(list.amount_tiyn)}`,
  ]);
}

export function message({ line_end }: BankProfile, lines: string[]): string {
  return [...lines, '-}'].map((line) => `${line}${line_end}`).join('');
}

function headOf(kind: keyof typeof QUEUE, { mt_sender }: BankProfile): string[] {
  return [`{1:F01${mt_sender}}`, `{2:O${kind}0000000000${QUEUE[kind]}00000000000000000000000000U}`, '{4:'];
}

type Payer = Pick<OrderBatch, 'payer' | 'chief' | 'bookkeeper'>;

export function payerOf({ payer, chief, bookkeeper }: Payer): string[] {
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

export function payeeOf(payee: Pick<FileParty, 'iban' | 'name' | 'bin' | 'kbe'>): string[] {
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

function personOf(payee: FilePayee, period: string): string[] {
  const written = payee.full_name ?? payee.name;
  const { family, given, rest } = fullNameOf(written) ?? { family: written, given: '', rest: '' };
  return [
    `:70:/FM/${family}`,
    `/NM/${given}`,
    ...(rest ? [`/FT/${rest}`] : []),
    ...birthOf(payee.bin).map((day) => `/DT/${day}`),
    `/IDN/${payee.bin}`,
    `/LA/${payee.iban}`,
    `/PERIOD/${period}`,
  ];
}

/** The day of birth an ИИН begins with (facts/domain.md 1); none for a БИН. */
export function birthOf(bin: string): string[] {
  const century = { 1: '18', 2: '18', 3: '19', 4: '19', 5: '20', 6: '20' }[Number(bin[6])];
  const isDay = Number(bin.slice(2, 4)) <= 12 && Number(bin.slice(4, 6)) <= 31;
  return century && isDay ? [`${century}${bin.slice(0, 6)}`] : [];
}

export const shortDay = (date: string) => date.slice(2).replaceAll('-', '');
export const comma = (tiyn: bigint) => `${tiyn / 100n},${String(tiyn % 100n).padStart(2, '0')}`;

/** Quotes, numero signs and what frames a message; «｝» is written as its kin in Windows-1251. */
const FRAMES = /[«»“”„"№{}]/;
const BEGINS = /^[:/-]/;

/** A line may not begin like a field, and names are written without typographic quotes and numero signs. */
export function plain(value: string): string {
  const letters = [...oneLine(value)].filter((one) => !FRAMES.test(one + one.normalize('NFKD')));
  while ((letters[0] && /\s/.test(letters[0])) || BEGINS.test(letters[0]?.normalize('NFKD') ?? ''))
    letters.shift();
  return letters.join('').replace(/\s+/g, ' ').trim();
}
