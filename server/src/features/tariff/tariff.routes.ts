import { ENTRY_STATUSES } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/tariff.ts';
import ru from '@kelisim/shared/texts/ru/tariff.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { addTariffPeriod } from './add-period.ts';
import { billNumber, namedBills } from './bill-number.ts';
import { cancelChange, changeLimit, planTariff, setTariff, switchTariff } from './change-tariff.ts';
import { getPayment, listCandidates, listPayments, searchBills } from './incoming.queries.ts';
import { isWaiting, toCandidate, toIncoming } from './incoming.view.ts';
import { readTariffList } from './list-tariffs.view.ts';
import { makeBill } from './make-bill.ts';
import { matchPayment, readPayments } from './match-payment.ts';
import { moveDay } from './move-day.ts';
import { payEntry } from './pay-entry.ts';
import { previewTariff } from './preview-tariff.ts';
import { setAsidePayment } from './set-aside-payment.ts';
import { setSeller } from './set-seller.ts';
import { tariffDay } from './tariff-day.ts';
import {
  findAccount,
  findAnyBusiness,
  findBusiness,
  findEntry,
  findOpenPlan,
  findPeriod,
  findSeller,
  listChanges,
  listPeriods,
  listPlanTypes,
  type SellerRow,
} from './tariff.queries.ts';
import {
  readForeseen,
  readOwed,
  readTariff,
  sumOwed,
  toChangeView,
  toEntryView,
  toPeriod,
  toPlanType,
} from './tariff.view.ts';
import { unmatchPayment } from './unmatch-payment.ts';

/** More than anybody reads. */
const MOST_REFUSED = 1_000;

type Names = Extract<keyof Handlers, `tariff.${string}`>;

export function tariffRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  const after = async (company_id: number, locale: Locale, deed: (tx: Tx) => Promise<unknown>) => {
    await change(deed);
    return readTariff(parts, company_id, locale);
  };
  /** A company sees its own; the desk of tariffs every one, closed ones too. */
  const assertSeen = async (actor: Actor, company_id: number) => {
    const is_desk = actor.platform_rights.has('tariffs');
    const is_own = actor.role === 'business' && actor.company_id === company_id;
    if (!is_own && !is_desk) throw new Problem('not_found');
    if (!(await (is_desk ? findAnyBusiness : findBusiness)(db, company_id))) throw new Problem('not_found');
  };
  const entryView = async (entry_id: number) => {
    const entry = (await findEntry(db, entry_id))!;
    return toEntryView(entry, tariffDay(parts, await findAccount(db, entry.company_id)));
  };
  return {
    'tariff.add_period': async ({ input, actor, locale }) =>
      toPeriod(await addTariffPeriod(db, actor, input.body), locale),
    'tariff.set': ({ input, actor, locale }) =>
      after(input.body.company_id, locale, (tx) => setTariff(parts, tx, actor, input.body)),
    'tariff.plan_change': ({ input, actor, locale }) =>
      after(input.body.company_id, locale, (tx) => planTariff(parts, tx, actor, input.body)),
    'tariff.switch': ({ input, actor, locale }) =>
      after(input.body.company_id, locale, (tx) => switchTariff(parts, tx, actor, input.body)),
    'tariff.set_limit': ({ input, actor, locale }) =>
      after(input.body.company_id, locale, (tx) => changeLimit(parts, tx, actor, input.body)),
    'tariff.cancel_change': async ({ input, actor, locale }) => {
      const company_id = await change((tx) => cancelChange(parts, tx, actor, input.params.change_id));
      return readTariff(parts, company_id, locale);
    },
    'tariff.changes': async ({ input, actor, locale }) => {
      await assertSeen(actor, input.query.company_id);
      const rows = await listChanges(db, input.query.company_id);
      return { items: rows.map((row) => toChangeView(row, locale)) };
    },
    'tariff.preview': async ({ input, actor }) => {
      await assertSeen(actor, input.body.company_id);
      return previewTariff(parts, input.body);
    },
    'tariff.overdue': async ({ input, actor }) => {
      const { company_id } = input.query;
      await assertSeen(actor, company_id);
      const { entries, today, blocks_on, blocked } = await readOwed(parts, db, company_id);
      const late = entries.filter(
        (row) => row.paid_at === null && row.cancelled_at === null && row.payment_due_date < today,
      );
      return {
        items: late.map((row) => toEntryView(row, today)),
        amount: formatMoney(sumOwed(late)),
        blocks_on: late.length > 0 ? blocks_on : null,
        is_blocked: blocked,
        tariff_plan_id: (await findOpenPlan(db, company_id))?.id ?? null,
      };
    },
    'tariff.statuses': async ({ input, actor, locale }) => {
      const { company_id } = input.query;
      await assertSeen(actor, company_id);
      const { entries, today } = await readOwed(parts, db, company_id);
      const foreseen = await readForeseen(parts, db, company_id, { today });
      const all = [...entries.map((row) => toEntryView(row, today)), ...foreseen];
      return {
        items: ENTRY_STATUSES.map((code, place) => {
          const rows = all.filter(({ status }) => status === code);
          const amount = rows.reduce((sum, row) => sum + tiyn(row.payment_amount), 0n);
          const name = { ru, kz }[locale].status[code];
          return { id: place + 1, code, name, count: rows.length, amount: formatMoney(amount) };
        }),
      };
    },
    'tariff.upcoming': async ({ input, actor }) => {
      const { company_id, days } = input.query;
      await assertSeen(actor, company_id);
      const { entries, today } = await readOwed(parts, db, company_id);
      const until = addDays(today, days);
      const open = entries.filter((row) => row.paid_at === null && row.cancelled_at === null);
      const items = [
        ...open.map((row) => toEntryView(row, today)),
        ...(await readForeseen(parts, db, company_id, { today, until })),
      ].filter(({ payment_due_date: due }) => due >= today && due <= until);
      const amount = items.reduce((sum, row) => sum + tiyn(row.payment_amount), 0n);
      return { items, amount: formatMoney(amount) };
    },
    'tariff.pay': async ({ input, actor }) => {
      await change((tx) => payEntry(parts, tx, actor, input.params.id));
      return entryView(input.params.id);
    },
    'tariff.bill': async ({ input, actor, locale }) => {
      const entry = orNotFound(await findEntry(db, input.params.id));
      await assertSeen(actor, entry.company_id);
      return { bytes: await makeBill(parts, entry, locale), name: `${billNumber(entry.id)}.pdf` };
    },
    'tariff.periods': async ({ input, locale }) => {
      const { items, total } = await listPeriods(db, input.query);
      return { items: items.map((row) => toPeriod(row, locale)), total };
    },
    'tariff.period': async ({ input, locale }) => {
      const row = orNotFound(await findPeriod(db, input.params.id));
      return toPeriod(row, locale);
    },
    'tariff.plan_types': async ({ locale }) => ({
      items: (await listPlanTypes(db)).map((row) => toPlanType(row, locale)),
    }),
    'tariff.get': async ({ input, actor, locale }) => {
      await assertSeen(actor, input.params.company_id);
      return readTariff(parts, input.params.company_id, locale);
    },
    'tariff.admin_list': ({ input, locale }) => readTariffList(parts, input.query, locale),
    'tariff.seller': async () => {
      const row = await findSeller(db);
      return { seller: row ? toSeller(row) : null };
    },
    'tariff.set_seller': async ({ input, actor }) => ({
      seller: toSeller(await change((tx) => setSeller(tx, actor, input.body))),
    }),
    'tariff.read_payments': async ({ files, actor, locale }) => {
      const { refused, ...read } = await change((tx) => readPayments(parts, tx, actor, files['file']!));
      return {
        ...read,
        refused: refused.slice(0, MOST_REFUSED).map(({ code, line, value }) => ({
          line,
          message: problemText(`statement.${code}`, locale, { values: { line, value } }),
        })),
      };
    },
    'tariff.incoming': async ({ input }) => {
      const { rows, total, is_exact } = await listPayments(db, input.query);
      const candidates = await listCandidates(
        db,
        rows.filter((row) => isWaiting(row)),
      );
      const items = rows.map((row) => toIncoming(parts, row, candidates));
      return { items, pages: pagesOf(total, input.query.limit), total, is_exact };
    },
    'tariff.match': async ({ input, actor }) => {
      const { payment_id } = input.params;
      await change((tx) => matchPayment(parts, tx, actor, payment_id, input.body.entry_ids));
      return toIncoming(parts, (await getPayment(db, payment_id))!, []);
    },
    'tariff.unmatch': async ({ input, actor }) => {
      const { payment_id } = input.params;
      await change((tx) => unmatchPayment(parts, tx, actor, payment_id, input.body.reason));
      return toIncoming(parts, (await getPayment(db, payment_id))!, []);
    },
    'tariff.set_aside': async ({ input, actor }) => {
      const { payment_id } = input.params;
      await change((tx) => setAsidePayment(parts, tx, actor, payment_id, input.body.reason));
      return toIncoming(parts, (await getPayment(db, payment_id))!, []);
    },
    'tariff.bills': async ({ input }) => {
      const words = input.query.search.trim();
      const entry_ids = /^\d{1,15}$/.test(words) ? [Number(words)] : namedBills(words);
      const rows = words === '' ? [] : await searchBills(db, { words, entry_ids });
      return { items: rows.map((row) => toCandidate(parts, row)) };
    },
    'tariff.move_day': ({ input, locale }) =>
      after(input.body.company_id, locale, (tx) => moveDay(parts, tx, input.body)),
  };
}

const tiyn = (amount: string) => BigInt(amount.replace('.', ''));

function toSeller(row: SellerRow) {
  const { id: _, set_by: __, set_at: ___, ...seller } = row;
  return seller;
}
