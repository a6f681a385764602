import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kzBooks from '@kelisim/shared/texts/kz/bookkeeping.ts';
import kzEsf from '@kelisim/shared/texts/kz/esf.ts';
import kzLists from '@kelisim/shared/texts/kz/exports.ts';
import kz from '@kelisim/shared/texts/kz/month-package.ts';
import ruBooks from '@kelisim/shared/texts/ru/bookkeeping.ts';
import ruEsf from '@kelisim/shared/texts/ru/esf.ts';
import ruLists from '@kelisim/shared/texts/ru/exports.ts';
import ru from '@kelisim/shared/texts/ru/month-package.ts';
import type { WriteColumn, WriteSheet } from '../../adapters/spreadsheet/spreadsheet.ts';
import type {
  PackageAct,
  PackageContract,
  PackageInvoice,
  PackagePayment,
  PackageReconciliation,
} from './month-package.queries.ts';

export const texts = { ru, kz };
const others = {
  ru: { lists: ruLists, books: ruBooks, esf: ruEsf },
  kz: { lists: kzLists, books: kzBooks, esf: kzEsf },
};

/** An item with the files of it that are in the archive, and those that could not be had. */
export interface Placed<Item> {
  item: Item;
  folder: string;
  files: string[];
  missing: string[];
}

/** Details stand in the register only. */
type Column = WriteColumn & { is_detail?: boolean };

/** One kind of papers: a sheet of the register and a part of the table of contents. */
export interface Section {
  title: string;
  columns: Column[];
  lines: (Omit<Placed<unknown>, 'item'> & { cells: (string | null)[] })[];
  /** Of all lines; null where sums are not added up. */
  total_tiyn: bigint | null;
  place: string;
}

function toSection<Item>(
  title: string,
  placed: readonly Placed<Item>[],
  columns: (Column & { of: (item: Item) => string | null })[],
  sumOf: ((item: Item) => bigint) | null,
  locale: Locale,
): Section {
  return {
    title,
    columns: columns.map(({ of: _, ...column }) => column),
    lines: placed.map(({ item, ...where }) => ({ ...where, cells: columns.map(({ of }) => of(item)) })),
    total_tiyn: sumOf && placed.reduce((sum, { item }) => sum + sumOf(item), 0n),
    place: texts[locale].columns.place,
  };
}

export function sectionSheet({ title, columns, lines, place }: Section): WriteSheet {
  return {
    name: title.slice(0, 31),
    columns: [
      ...columns.map(({ is_detail: _, ...column }) => column),
      { header: place, width: 60, kind: 'text' },
    ],
    rows: lines.map(({ cells, folder, files }) => [
      ...cells,
      files.length === 1 ? `${folder}/${files[0]}` : folder,
    ]),
    freeze_header: true,
  };
}

export function actSection(placed: readonly Placed<PackageAct>[], locale: Locale): Section {
  const t = texts[locale];
  const { lists } = others[locale];
  return toSection(
    t.sections.acts,
    placed,
    [
      { header: lists.number, width: 14, kind: 'text', of: (act) => `${act.number}/${act.year}` },
      { header: lists.date, width: 12, kind: 'date', of: (act) => act.act_date },
      { header: lists.executor, width: 34, kind: 'text', of: (act) => act.executor },
      { header: lists.bin, width: 16, kind: 'text', of: (act) => act.bin },
      { header: lists.title, width: 44, kind: 'text', is_detail: true, of: (act) => act.title },
      { header: t.columns.contract, width: 20, kind: 'text', of: (act) => act.contract_number },
      { header: lists.amount, width: 18, kind: 'money', of: (act) => formatMoney(act.amount_tiyn) },
      {
        header: t.columns.vat,
        width: 18,
        kind: 'money',
        of: ({ vat_tiyn }) => (vat_tiyn === null ? null : formatMoney(vat_tiyn)),
      },
    ],
    (act) => act.amount_tiyn,
    locale,
  );
}

export function contractSection(placed: readonly Placed<PackageContract>[], locale: Locale): Section {
  const { lists } = others[locale];
  return toSection(
    texts[locale].sections.contracts,
    placed,
    [
      { header: lists.number, width: 20, kind: 'text', of: ({ number }) => number },
      { header: lists.date, width: 12, kind: 'date', of: ({ date }) => date },
      { header: lists.title, width: 44, kind: 'text', of: ({ title }) => title },
      { header: lists.executor, width: 34, kind: 'text', of: ({ executor }) => executor },
      { header: lists.bin, width: 16, kind: 'text', of: ({ bin }) => bin },
      { header: lists.start, width: 12, kind: 'date', is_detail: true, of: ({ start_date }) => start_date },
      { header: lists.end, width: 12, kind: 'date', is_detail: true, of: ({ end_date }) => end_date },
    ],
    null,
    locale,
  );
}

export function invoiceSection(
  placed: readonly Placed<Omit<PackageInvoice, 'xml'>>[],
  locale: Locale,
): Section {
  const t = texts[locale];
  const { lists, esf } = others[locale];
  return toSection(
    t.sections.invoices,
    placed,
    [
      { header: lists.type, width: 20, kind: 'text', of: ({ kind }) => esf.kind[kind] },
      { header: lists.number, width: 16, kind: 'text', of: ({ number }) => number },
      { header: lists.date, width: 12, kind: 'date', of: ({ issued_on }) => issued_on },
      { header: t.columns.turnover, width: 12, kind: 'date', of: ({ turnover_on }) => turnover_on },
      { header: lists.act, width: 14, kind: 'text', of: ({ act }) => act },
      { header: lists.seller, width: 34, kind: 'text', of: ({ seller }) => seller },
      {
        header: lists.amount,
        width: 18,
        kind: 'money',
        of: ({ amount_tiyn }) => (amount_tiyn === null ? null : formatMoney(amount_tiyn)),
      },
      { header: lists.state, width: 24, kind: 'text', of: ({ status }) => esf.status[status] },
      {
        header: lists.registration,
        width: 40,
        kind: 'text',
        is_detail: true,
        of: (row) => row.registration_number,
      },
    ],
    // An electronic act is of the same sum as the invoice beside it, and a corrected one replaces the first.
    null,
    locale,
  );
}

export function paymentSection(placed: readonly Placed<PackagePayment>[], locale: Locale): Section {
  const t = texts[locale];
  const { lists, books } = others[locale];
  return toSection(
    t.sections.payments,
    placed,
    [
      { header: lists.bank_day, width: 12, kind: 'date', of: ({ date }) => date },
      {
        header: t.columns.order,
        width: 14,
        kind: 'text',
        of: ({ order_number }) => (order_number === null ? null : String(order_number)),
      },
      {
        header: t.columns.what,
        width: 36,
        kind: 'text',
        of: ({ kind, number }) => fill(books.kind[kind], { number }),
      },
      { header: lists.payee, width: 34, kind: 'text', of: ({ executor }) => executor },
      { header: lists.bin, width: 16, kind: 'text', of: ({ bin }) => bin },
      { header: lists.amount, width: 18, kind: 'money', of: (row) => formatMoney(row.amount_tiyn) },
      { header: lists.iban, width: 24, kind: 'text', is_detail: true, of: ({ iban }) => iban },
      { header: lists.bic, width: 12, kind: 'text', is_detail: true, of: ({ bic }) => bic },
      { header: lists.knp, width: 8, kind: 'text', is_detail: true, of: ({ knp }) => knp },
      { header: lists.purpose, width: 60, kind: 'text', is_detail: true, of: ({ purpose }) => purpose },
    ],
    (row) => row.amount_tiyn,
    locale,
  );
}

export function reconciliationSection(
  placed: readonly Placed<PackageReconciliation>[],
  locale: Locale,
): Section {
  const { lists } = others[locale];
  return toSection(
    texts[locale].sections.reconciliations,
    placed,
    [
      { header: lists.start, width: 12, kind: 'date', of: ({ date_from }) => date_from },
      { header: lists.end, width: 12, kind: 'date', of: ({ date_to }) => date_to },
      { header: lists.executor, width: 34, kind: 'text', of: ({ executor }) => executor },
      { header: lists.bin, width: 16, kind: 'text', of: ({ bin }) => bin },
    ],
    null,
    locale,
  );
}
