import { formatDate, addDays } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { amountWords } from '@kelisim/shared/kernel/amount-words.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { proRata } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import kz from '@kelisim/shared/texts/kz/tariff.ts';
import ru from '@kelisim/shared/texts/ru/tariff.ts';
import type { FactSection, FactSheet } from '../../adapters/pdf/pdf.ts';
import type { Parts } from '../../parts.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { billNumber } from './bill-number.ts';
import { tenge } from './tenge.ts';
import { findSellerOf, type EntryRow, type SellerRow } from './tariff.queries.ts';

/**
 * The bill of an entry as PDF, in the reader's language. The paper is not kept: an entry never changes but for what is
 * taken off it when its company is closed, nor do the seller and the buyer it was issued with.
 */
export async function makeBill(
  parts: Pick<Parts, 'db' | 'pdf' | 'config'>,
  entry: EntryRow,
  locale: Locale,
): Promise<Uint8Array> {
  const { db, pdf, config } = parts;
  const seller = await findSellerOf(db, entry);
  if (!seller) throw new Problem('tariff.no_seller');
  const check_url = `${config.public_url}/lk/business/settings/tariff`;
  return pdf.renderFacts(toSheet(entry, seller, check_url, locale), entry.created_at);
}

function toSheet(entry: EntryRow, seller: SellerRow, check_url: string, locale: Locale): FactSheet {
  const t = { ru, kz }[locale].bill;
  const amount_tiyn = entry.amount_tiyn - entry.credit_tiyn;
  const vat_tiyn =
    seller.vat_percentage === null
      ? null
      : proRata(amount_tiyn, seller.vat_percentage, 100 + seller.vat_percentage);
  const number = billNumber(entry.id);
  return {
    language: locale,
    public_id: number,
    check_url,
    check: fill(t.check, { url: check_url }),
    identity: fill(t.title, { number }),
    page: t.page,
    kind: t.kind,
    title: fill(t.title, { number }),
    lead: fill(t.lead, { due: formatDate(entry.payment_due_date) }),
    sections: [
      section(t.seller, [
        [t.name, seller.name],
        [t.bin, seller.bin],
        [t.address, seller.address],
        [t.iban, seller.iban],
        [t.bank, `${seller.bank_name}, ${seller.bic}`],
        [t.kbe, seller.kbe],
        [t.knp, seller.knp],
      ]),
      section(t.buyer, [
        [t.name, nameOnPaper({ name: entry.buyer_name, name_kz: entry.buyer_name_kz }, locale)],
        [t.bin, entry.buyer_bin],
        [t.address, entry.buyer_address],
      ]),
      section(t.what, [
        [entry.kind === 'limit' ? t.more_places : t.service, String(entry.limit_count)],
        [t.period, `${formatDate(entry.period_start)} – ${formatDate(entry.period_end)}`],
        [t.amount, tenge(entry.amount_tiyn)],
        [t.credit, minus(entry.credit_tiyn - entry.closing_credit_tiyn)],
        [t.closing_credit, minus(entry.closing_credit_tiyn)],
        [t.total, tenge(amount_tiyn)],
        [t.words, amountWords(amount_tiyn, locale)],
        [
          t.vat,
          vat_tiyn === null
            ? t.no_vat
            : fill(t.vat_inside, { rate: String(seller.vat_percentage), amount: tenge(vat_tiyn) }),
        ],
        [t.due, formatDate(entry.payment_due_date)],
        [t.state, stateOf(entry, t)],
      ]),
    ],
    notes: [fill(t.purpose, { number })],
  };
}

const minus = (tiyn: bigint) => (tiyn > 0n ? `−${tenge(tiyn)}` : null);

function stateOf(entry: EntryRow, t: typeof ru.bill): string | null {
  if (entry.cancelled_at) return t.cancelled;
  if (entry.paid_at) return t.paid;
  if (entry.covered_until === entry.period_end) return null;
  const ended = entry.closing_credit_tiyn > 0n ? t.closed : t.ended;
  return fill(ended, { date: formatDate(addDays(entry.covered_until, 1)) });
}

function section(heading: string, all: [string, string | null][]): FactSection {
  const rows = all.filter((row): row is [string, string] => Boolean(row[1]));
  return { heading, verdict: null, tone: 'good', rows };
}
