import type { TariffRow } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { ENTRY_STATUSES } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/tariff.ts';
import ru from '@kelisim/shared/texts/ru/tariff.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint, type Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { lockPlaces, readLimit } from '../executors/public.ts';
import { noteDeskDeed, whatChanged } from '../security-log/public.ts';
import { billNumber, namedBills } from './bill-number.ts';
import { cancelChange, changeLimit, planTariff, setTariff, switchTariff } from './change-tariff.ts';
import { getPayment, listCandidates, listPayments, listTariffRows, searchBills } from './incoming.queries.ts';
import { isWaiting, toCandidate, toIncoming } from './incoming.view.ts';
import { makeBill } from './make-bill.ts';
import { matchPayment, readPayments } from './match-payment.ts';
import { payEntry } from './pay-entry.ts';
import { previewTariff } from './preview-tariff.ts';
import { setAsidePayment } from './set-aside-payment.ts';
import { settleTariff } from './settle-tariff.ts';
import { tariffDay } from './tariff-day.ts';
import {
  addPeriod,
  addSeller,
  ensureAccount,
  findAccount,
  findAnyBusiness,
  findBusiness,
  findEntry,
  findOpenPlan,
  findPeriod,
  findSeller,
  listChanges,
  listPeriods,
  listPlans,
  listPlanTypes,
  listUnpaid,
  setAccount,
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
  toPlan,
  toPlanType,
} from './tariff.view.ts';
import { unmatchPayment } from './unmatch-payment.ts';

/** More than anybody reads. */
const MOST_REFUSED = 1_000;

type Names = Extract<keyof Handlers, `tariff.${string}`>;

export function tariffRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, clock, config } = parts;
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
    'tariff.add_period': async ({ input, actor, locale }) => {
      const { name, name_ru = name, name_kz = name, months } = input.body;
      if (!name_ru) throw new Problem('missing_field', { field: 'name_ru' });
      if (!name_kz) throw new Problem('missing_field', { field: 'name_kz' });
      const row = { name_ru: name_ru.trim(), name_kz: name_kz.trim(), months, created_by: actor.user_id };
      try {
        return toPeriod(await addPeriod(db, row), locale);
      } catch (error) {
        if (violatedConstraint(error) === 'tariff_periods_months_key')
          throw new Problem('tariff.period_exists', { field: 'months' });
        throw error;
      }
    },
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
      const entry = await findEntry(db, input.params.id);
      if (!entry) throw new Problem('not_found');
      await assertSeen(actor, entry.company_id);
      return { bytes: await makeBill(parts, entry, locale), name: `${billNumber(entry.id)}.pdf` };
    },
    'tariff.periods': async ({ input, locale }) => {
      const { items, total } = await listPeriods(db, input.query);
      return { items: items.map((row) => toPeriod(row, locale)), total };
    },
    'tariff.period': async ({ input, locale }) => {
      const row = await findPeriod(db, input.params.id);
      if (!row) throw new Problem('not_found');
      return toPeriod(row, locale);
    },
    'tariff.plan_types': async ({ locale }) => ({
      items: (await listPlanTypes(db)).map((row) => toPlanType(row, locale)),
    }),
    'tariff.get': async ({ input, actor, locale }) => {
      await assertSeen(actor, input.params.company_id);
      return readTariff(parts, input.params.company_id, locale);
    },
    'tariff.admin_list': async ({ input, locale }) => {
      const today = almatyDate(clock.now());
      const { rows, total, is_exact } = await listTariffRows(db, {
        ...input.query,
        today,
        is_sandbox: config.sandbox,
      });
      const ids = rows.map(({ id }) => id);
      const [plans, unpaid] = [await listPlans(db, ids), await listUnpaid(db, ids)];
      const items = rows.map(async (row): Promise<TariffRow> => {
        const day = tariffDay(parts, { sandbox_day: row.sandbox_day });
        const owed = unpaid.filter(({ company_id }) => company_id === row.id);
        const own = plans.filter(({ company_id }) => company_id === row.id);
        const { limit_count, current_executor_count } = await readLimit(db, row.id, today);
        return {
          company_id: row.id,
          company_name: row.name,
          bin: row.bin,
          tariff_plan: own.map((plan) => toPlan(plan, day, locale)).find((plan) => plan.is_active) ?? null,
          limit_count,
          current_executor_count,
          pending_amount: formatMoney(sumOwed(owed)),
          overdue_amount: formatMoney(sumOwed(owed.filter((one) => one.payment_due_date < day))),
          is_blocked: row.blocked_since !== null,
          next_change: row.next_change,
        };
      });
      const { limit } = input.query;
      return { items: await Promise.all(items), pages: pagesOf(total, limit), total, is_exact };
    },
    'tariff.seller': async () => {
      const row = await findSeller(db);
      return { seller: row ? toSeller(row) : null };
    },
    'tariff.set_seller': async ({ input, actor }) => {
      const { name, address, bank_name, ...rest } = input.body;
      const words = { name: name.trim(), address: address.trim(), bank_name: bank_name.trim() };
      return change(async (tx) => {
        const detail = whatChanged('seller', await findSeller(tx), { ...rest, ...words });
        await addSeller(tx, { ...rest, ...words, set_by: actor.user_id });
        await noteDeskDeed(tx, actor, { kind: 'seller_changed', detail });
        return { seller: toSeller((await findSeller(tx))!) };
      });
    },
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
    'tariff.move_day': ({ input, locale }) => {
      const { company_id, day } = input.body;
      return after(company_id, locale, async (tx) => {
        await lockPlaces(tx, company_id);
        if (!(await findBusiness(tx, company_id))) throw new Problem('not_found');
        await ensureAccount(tx, company_id);
        const today = tariffDay(parts, await findAccount(tx, company_id));
        if (day < today || day > addDays(today, 1_000)) throw new Problem('tariff.past', { field: 'day' });
        await setAccount(tx, company_id, { sandbox_day: day });
        await settleTariff(parts, tx, company_id);
      });
    },
  };
}

const tiyn = (amount: string) => BigInt(amount.replace('.', ''));

function toSeller(row: SellerRow) {
  const { id: _, set_by: __, set_at: ___, ...seller } = row;
  return seller;
}
