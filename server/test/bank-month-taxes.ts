import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { pay, type BankMonth } from './bank-month.ts';
import type { MonthFile } from './bank-month-files.ts';
import { statementOf, type Told } from './bank-statement.ts';

const OFFICE = { bin: '141140001547', iban: 'KZ24070105KSN0000000', bic: 'KKMFKZ2A' };
const MONTHS = 3;
const PEOPLE = ['Касымов Ерлан', 'Абдрахманова Айгерим', 'Петрова Анна'];

/** A kind of a month, and all that is owed of it. */
export interface OwedTax {
  month: string;
  kind: ObligationKind;
  due_tiyn: bigint;
}

/** What the banks tell of them: a statement for each, in the order of their days. */
export interface MonthTaxes {
  owed: OwedTax[];
  files: MonthFile[];
}

/**
 * People whom the company of the bank month pays net in each of the last three months, and what it transfers of their taxes
 * and contributions: in one sum, in two parts, and once after it was told by hand. One contribution comes back and is sent
 * again. All of it is matched alone or proposed to a person.
 */
export async function makeMonthTaxes(app: App, { accounts, call }: BankMonth): Promise<MonthTaxes> {
  const today = almatyDate(app.parts.clock.now());
  const ends = endsOfMonths(today);
  const people = await addPeople(app, ends);
  await enterOffice(app, call);
  const owed: OwedTax[] = [];
  const told: Told[] = [];
  for (const [at, day] of ends.entries()) {
    await payPeople(app, call, people[at]!, day);
    const month = day.slice(0, 7);
    const { items } = await call<{ items: { kind: ObligationKind; amount: string; payee: Payee | null }[] }>(
      'GET',
      `/api/v1/obligations?month=${month}`,
    );
    for (const { kind, amount, payee } of items) {
      const due_tiyn = parseMoney(amount)!;
      if (due_tiyn === 0n) continue;
      owed.push({ month, kind, due_tiyn });
      const [account, knp] = kind === 'ipn' ? [OFFICE.iban, '911'] : [payee!.iban!, payee!.knp];
      const of = (sum: bigint, later: number): Told => ({
        number: `TX-${5_000_000 + told.length}`,
        amount_tiyn: sum,
        iban: account,
        bin: kind === 'ipn' ? OFFICE.bin : '160440007161',
        knp,
        purpose: `Взносы за ${month.slice(5)}.${month.slice(0, 4)} г.`,
        day: addDays(day, 2 + later),
      });
      const first = (due_tiyn * 2n) / 5n;
      if (at === 1) told.push(of(first, 0), of(due_tiyn - first, 1));
      else told.push(of(due_tiyn, 0));
      if (at === 0 && kind === 'opv') {
        const { iin, opv_tiyn } = await firstPerson(app, people[at]!);
        const back = `Возврат взноса, ИИН ${iin}`;
        told.push({ ...of(opv_tiyn, 3), direction: 'in', purpose: back }, of(opv_tiyn, 5));
      }
      if (at === 2 && kind === 'vosms')
        await call('PUT', '/api/v1/obligations/payments', { month, kind, paid_on: day, amount });
    }
  }
  const files = told
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map((one, at) => ({ name: `taxes-${at + 1}.txt`, bytes: statementOf(accounts[0]!, [one]) }));
  return { owed, files };
}

interface Payee {
  iban: string | null;
  knp: string;
}

/** The last days of the months before that of a day, the first of them first. */
function endsOfMonths(day: string): string[] {
  const ends: string[] = [];
  for (let first = `${day.slice(0, 7)}-01`; ends.length < MONTHS; first = `${ends[0]!.slice(0, 7)}-01`)
    ends.unshift(addDays(first, -1));
  return ends;
}

/** Individuals with a signed act in each month; the acts of a month. */
async function addPeople({ parts: { db } }: App, days: readonly string[]): Promise<number[][]> {
  await sql`update companies set withholding = 'on', withholding_since = ${`${days[0]!.slice(0, 7)}-01`}
    where role = 'business'`.execute(db);
  const acts: number[][] = days.map(() => []);
  for (const [at, name] of PEOPLE.entries()) {
    const iin = [0, 1, 2, 3]
      .map((n) => withCheckDigit(`8505154${at}${n}00`))
      .find((number) => number !== null)!;
    const { rows } = await sql<{ id: number }>`
      with x as (insert into companies (role, type, name, bin, kbe, status)
             values ('executor', 'individual', ${name}, ${iin}, '19', 'active') returning id),
           e as (insert into executors (company_id, executor_company_id, status)
             select b.id, x.id, 'active' from companies b, x where b.role = 'business'),
           s as (insert into tax_standings (executor_company_id, valid_from, standing)
             select id, '2025-01-01', 'individual' from x)
      insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
      select x.id, b.id, ${makeIban('601', String(7_000_000 + at).padStart(13, '0'))}, '19', true
      from x, banks b where b.iban_code = '601' returning company_id as id`.execute(db);
    const person = rows[0]!.id;
    for (const [nth, day] of days.entries()) {
      const sum_tiyn = 20_000_000n + BigInt(at * 1_234_500 + nth * 765_400);
      const { rows: made } = await sql<{ id: number }>`
        with d as (
          insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date,
            source_file_id, frozen_file_id)
          select f.company_id, ${person}, ${`ГПХ-${at}-${nth}`}, 'Договор', 'gph', 'signed', '2025-01-01', '2025-01-01',
            '2035-01-01', f.id, f.id from files f where f.public_id = 'bank-month'
          returning id, company_id, frozen_file_id)
        insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date,
          end_date, knp, amount_tiyn, frozen_file_id)
        select company_id, ${person}, id, 2026, ${90_000 + at * 10 + nth}, 'Услуги', 'signed', ${day}, ${day}, ${day}, '859',
          ${sum_tiyn}, frozen_file_id from d returning id`.execute(db);
      acts[nth]!.push(made[0]!.id);
    }
  }
  return acts;
}

async function enterOffice({ parts: { db } }: App, call: BankMonth['call']): Promise<void> {
  const { id: bank_id } = await db
    .selectFrom('banks')
    .select('id')
    .where('bic', '=', OFFICE.bic)
    .executeTakeFirstOrThrow();
  await call('PUT', '/api/v1/obligations/office', {
    name: 'УГД по району',
    bin: OFFICE.bin,
    iban: OFFICE.iban,
    bank_id,
  });
}

/** Net, by a file whose orders the bank carries out on that day; a person says so. */
async function payPeople(
  app: App,
  call: BankMonth['call'],
  acts: readonly number[],
  day: string,
): Promise<void> {
  const { db } = app.parts;
  const { rows } = await sql<{ company_id: number; user_id: number; session_id: number }>`
    select s.company_id, s.user_id, s.id as session_id from sessions s
    where s.refresh_hash = sha256('bank-month')`.execute(db);
  await pay(app, rows[0]!, acts);
  const orders = await db
    .selectFrom('payment_orders')
    .select(['id'])
    .where('act_id', 'in', [...acts])
    .execute();
  const order_ids = orders.map(({ id }) => id);
  await call('POST', '/api/v1/payments/files', { format: '1c', order_ids });
  await sql`update payment_orders set sent_at = ${`${day}T12:00:00+05:00`}::timestamptz
    where id = any(${order_ids}::bigint[])`.execute(db);
  for (const id of order_ids)
    await call('POST', `/api/v1/payments/orders/${id}/decide`, {
      outcome: 'settled',
      reason: 'По выписке',
      date: day,
    });
}

async function firstPerson({ parts: { db } }: App, acts: readonly number[]) {
  const { rows } = await sql<{ iin: string; opv_tiyn: bigint }>`
    select c.bin as iin, o.opv_tiyn from payment_orders o
    join acts a on a.company_id = o.company_id and a.id = o.act_id
    join companies c on c.id = a.contractor_company_id where a.id = ${acts[0]!}`.execute(db);
  const { iin, opv_tiyn } = rows[0]!;
  return { iin, opv_tiyn: BigInt(opv_tiyn) };
}

/** What differs from each obligation paid to the tiyn. */
export async function unlikeOwed(app: App, owed: readonly OwedTax[], is_end: boolean): Promise<string[]> {
  const { rows } = await sql<{ month: string; kind: string; paid_tiyn: bigint }>`
    select month, kind, sum(amount_tiyn)::bigint as paid_tiyn from obligation_payments
    where untold_at is null group by 1, 2`.execute(app.parts.db);
  return owed.flatMap(({ month, kind, due_tiyn }) => {
    const paid = BigInt(rows.find((row) => row.month === month && row.kind === kind)?.paid_tiyn ?? 0n);
    const isWrong = is_end ? paid !== due_tiyn : paid > due_tiyn;
    return isWrong ? [`${month}, ${kind}: ${formatMoney(paid)} paid of ${formatMoney(due_tiyn)}`] : [];
  });
}
