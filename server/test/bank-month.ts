import { randomBytes, randomUUID } from 'node:crypto';
import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sql } from 'kysely';
import { seedReference } from '../seeds/reference.ts';
import type { App } from '../src/app.ts';
import { hashPassword } from '../src/features/auth/public.ts';

export const MONTH_LOGIN = { email: 'bank-month@kelisim.example', password: 'bank-month-2026-kelisim' };
const BANKS = ['HSBKKZKX', 'CASPKZKA', 'KCJBKZKX'] as const;

/** What an operation truly is, and how its bank tells of it. */
export interface TrueOperation {
  kind:
    | 'list'
    | 'order'
    | 'part'
    | 'return'
    | 'commission'
    | 'own_transfer'
    /** A debit that is about no act, and one in dollars; their sums and numbers are those of orders. */
    | 'stranger'
    | 'foreign';
  account: string;
  direction: 'out' | 'in';
  number: string;
  day: string;
  amount_tiyn: bigint;
  currency: string;
  name: string;
  iban: string | null;
  purpose: string;
  /** Numbers of the orders that it pays, or whose money it returns. */
  orders: number[];
  /** Its text has lost the number. */
  is_damaged: boolean;
}

export interface BankMonth {
  accounts: string[];
  operations: TrueOperation[];
  orders: number;
  /** Signs in again: a proof of identity lasts ten minutes. */
  call: Call;
}
export type Call = <T>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  head?: Record<string, string>,
) => Promise<T>;

/** The same numbers from the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A month of payments of one company through three banks: of every hundred recipients 80 in lists, 12 singly, 3 in parts, 1
 * returned, 2 commissions and transfers of one's own, 2 foreign; of every hundred texts 3 lose the number. Orders and their
 * files are made as users make them; what the banks did with them is answered, nothing of it is read yet.
 */
export async function makeBankMonth(
  app: App,
  { payments, seed }: { payments: number; seed: number },
): Promise<BankMonth> {
  const { db } = app.parts;
  await seedReference(db);
  const random = seeded(seed);
  const share = (of: number) => Math.round((payments * of) / 100);
  const world = await makeCompanies(app, Math.max(12, Math.round(payments / 2)));
  const kinds = [
    ...Array.from({ length: share(80) }, () => 'list' as const),
    ...Array.from({ length: share(12) }, () => 'order' as const),
    ...Array.from({ length: share(3) }, () => 'part' as const),
    ...Array.from({ length: share(1) }, () => 'return' as const),
  ];
  const act_ids = await makeActs(app, kinds.length, random);
  const call = callOf(app);
  await call('PUT', '/api/v1/payments/settings', {
    channel: 'file',
    payment_limit: null,
    bookkeeper_name: null,
  });
  const today = almatyDate(app.parts.clock.now());
  const runs = payments >= 500 ? 4 : 1;
  const operations: TrueOperation[] = [];
  const pays = kinds.map((kind, at) => ({ kind, act_id: act_ids[at]!, slot: at % (runs * BANKS.length) }));
  for (let slot = 0; slot < runs * BANKS.length; slot += 1) {
    const bank = slot % BANKS.length;
    const day = addDays(today, -30 + 7 * Math.floor(slot / BANKS.length));
    const own = pays.filter((pay) => pay.slot === slot);
    await sql`update bank_requisites set is_main = false where company_id = ${world.company_id}`.execute(db);
    await sql`update bank_requisites set is_main = true
      where company_id = ${world.company_id} and iban = ${world.accounts[bank]!}`.execute(db);
    await pay(
      app,
      world,
      own.map(({ act_id }) => act_id),
    );
    const listed = own.filter(({ kind }) => kind === 'list').map(({ act_id }) => act_id);
    const single = own.filter(({ kind }) => kind !== 'list');
    const kindOf = new Map(single.map(({ act_id, kind }) => [act_id, kind]));
    // Two banks take lists of people, the third a register as one sum.
    operations.push(...(await carry(bank === 1 ? 'xlsx' : 'mt102', listed, day, world.accounts[bank]!)));
    operations.push(
      ...(await carry(
        '1c',
        single.map(({ act_id }) => act_id),
        day,
        world.accounts[bank]!,
        kindOf,
      )),
    );
  }
  operations.push(...aside());
  operations.sort((a, b) => a.day.localeCompare(b.day));
  return { accounts: world.accounts, operations, orders: act_ids.length, call };

  /** Puts orders into a file that is carried to the bank on that day; what the bank did with it. */
  async function carry(
    format: 'mt102' | 'xlsx' | '1c',
    acts: readonly number[],
    day: string,
    account: string,
    kindOf?: ReadonlyMap<number, 'list' | 'order' | 'part' | 'return'>,
  ): Promise<TrueOperation[]> {
    if (acts.length === 0) return [];
    const orders = await db
      .selectFrom('payment_orders')
      .select(['id', 'act_id', 'number', 'amount_tiyn', 'payee_name', 'payee_iban', 'purpose'])
      .where('act_id', 'in', [...acts])
      .orderBy('number')
      .execute();
    const { id } = await call<{ id: number }>('POST', '/api/v1/payments/files', {
      format,
      order_ids: orders.map((order) => order.id),
      ...(format === 'mt102' && { transit_accounts: world.transit }),
    });
    await sql`update payment_orders set sent_at = ${`${day}T12:00:00+05:00`}::timestamptz
      where payment_file_id = ${id}`.execute(db);
    const base = { account, direction: 'out' as const, currency: 'KZT' };
    const told = (number: number) => {
      const is_damaged = random() < 0.03;
      const lost = `X-${9_000_000 + Math.floor(random() * 900_000)}`;
      return { is_damaged, number: is_damaged ? lost : `NT-${String(number).padStart(6, '0')}` };
    };
    if (!kindOf) {
      const { debits } = await db
        .selectFrom('payment_files')
        .select('debits')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const lists =
        format === 'mt102'
          ? (debits as { orders: number[] }[]).map((debit) => debit.orders)
          : [orders.map((order) => order.number!)];
      return lists.map((numbers) => {
        const first = Math.min(...numbers);
        return {
          ...base,
          ...told(first),
          kind: 'list',
          day: random() < 0.2 ? addDays(day, 1) : day,
          amount_tiyn: sumOf(orders.filter((order) => numbers.includes(order.number!))),
          name: 'Список получателей',
          iban: null,
          purpose: `Выплаты по списку, ${numbers.length} чел.`,
          orders: numbers,
        };
      });
    }
    return orders.flatMap((order): TrueOperation[] => {
      const kind = kindOf.get(order.act_id)!;
      const of = (sum: bigint, later: number): TrueOperation => {
        const { number, is_damaged } = told(order.number!);
        return {
          ...base,
          number,
          is_damaged,
          kind: kind === 'part' ? 'part' : 'order',
          day: addDays(day, later),
          amount_tiyn: sum,
          name: order.payee_name,
          iban: order.payee_iban,
          purpose: is_damaged ? 'Оплата услуг' : order.purpose,
          orders: [order.number!],
        };
      };
      if (kind === 'part') {
        const first = (order.amount_tiyn * 2n) / 5n;
        return [of(first, 0), of(order.amount_tiyn - first, 1)];
      }
      const paid = of(order.amount_tiyn, Math.floor(random() * 2));
      if (kind === 'order') return [paid];
      const is_damaged = random() < 0.03;
      const which = is_damaged ? '' : ` № ${String(order.number)}`;
      return [
        paid,
        {
          ...paid,
          kind: 'return',
          direction: 'in',
          day: addDays(paid.day, 2),
          number: `R-${8_000_000 + order.number!}`,
          purpose: `Возврат платежа${which}: счёт получателя закрыт`,
          is_damaged,
        },
      ];
    });
  }

  /** Commissions, transfers between the company's own accounts, and what is about no act at all. */
  function aside(): TrueOperation[] {
    const singles = operations.filter(({ kind }) => kind === 'order');
    const anyDay = () => addDays(today, -29 + Math.floor(random() * 25));
    const base = { orders: [], is_damaged: false, currency: 'KZT', direction: 'out' as const };
    const rows: TrueOperation[] = [];
    for (let n = 0; n < share(2); n += 1) {
      const account = world.accounts[n % 3]!;
      const other = world.accounts[(n + 1) % 3]!;
      const sum = BigInt(10_000 + Math.floor(random() * 90_000));
      const day = anyDay();
      if (n % 2 === 0)
        rows.push({
          ...base,
          kind: 'commission',
          account,
          number: `C-${7_000_000 + n}`,
          day,
          amount_tiyn: sum,
          name: 'Банк',
          iban: null,
          purpose: `Комиссия за переводы за ${day}`,
        });
      else
        for (const direction of ['out', 'in'] as const)
          rows.push({
            ...base,
            kind: 'own_transfer',
            direction,
            account: direction === 'out' ? account : other,
            number: `T-${6_000_000 + n}`,
            day,
            amount_tiyn: sum * 1_000n,
            name: 'ТОО «Месяц»',
            iban: direction === 'out' ? other : account,
            purpose: 'Перевод собственных средств',
          });
    }
    for (let n = 0; n < share(2); n += 1) {
      const twin = singles[Math.floor(random() * singles.length)]!;
      const isForeign = n % 2 === 0;
      rows.push({
        ...base,
        kind: isForeign ? 'foreign' : 'stranger',
        currency: isForeign ? 'USD' : 'KZT',
        account: twin.account,
        number: isForeign ? twin.number : String(1 + Math.floor(random() * payments)),
        day: addDays(twin.day, 1),
        amount_tiyn: twin.amount_tiyn,
        name: isForeign ? 'Wire Ltd' : 'ТОО «Аренда»',
        iban: isForeign ? 'GB29NWBK60161331926819' : makeIban('998', String(n).padStart(13, '7')),
        purpose: isForeign ? `Invoice ${n}` : `Аренда помещения, договор ${n}`,
      });
    }
    return rows;
  }
}

const sumOf = (orders: readonly { amount_tiyn: bigint }[]) =>
  orders.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n);

export async function makeCompanies({ parts: { db } }: App, executors: number) {
  const password = await hashPassword(MONTH_LOGIN.password);
  const banks = await db
    .selectFrom('banks')
    .select(['id', 'bic', 'iban_code'])
    .where('bic', 'in', [...BANKS])
    .execute();
  const bankOf = (bic: string) => banks.find((bank) => bank.bic === bic)!;
  const { rows } = await sql<{ company_id: number; user_id: number; session_id: number }>`
    with b as (insert into companies (role, type, name, bin, kbe, status, withholding)
           values ('business', 'too', 'ТОО «Месяц»', '940140000385', '17', 'active', 'off') returning id),
         u as (insert into users (email, full_name, password_hash)
           values (${MONTH_LOGIN.email}, 'Омаров Арман Болатович', ${password}) returning id),
         m as (insert into memberships (user_id, company_id, role_id) select u.id, b.id, 1 from u, b),
         s as (insert into sessions (user_id, company_id, refresh_hash, expires_at)
           select u.id, b.id, sha256('bank-month'), now() + interval '1 day' from u, b returning id)
    select b.id as company_id, u.id as user_id, s.id as session_id from b, u, s`.execute(db);
  const [ids] = rows as [(typeof rows)[number]];
  const accounts = BANKS.map((bic, at) => makeIban(bankOf(bic).iban_code!, `000000000000${at + 1}`));
  for (const [at, iban] of accounts.entries())
    await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
      values (${ids.company_id}, ${bankOf(BANKS[at]!).id}, ${iban}, '17', ${at === 0})`.execute(db);
  const SURNAMES = ['Ахметов', 'Оспанов', 'Ким', 'Петров', 'Сериков', 'Иванов', 'Жумабаев'];
  const GIVEN = ['Арман', 'Нурлан', 'Сергей', 'Тимур', 'Данияр'];
  // A ninth of all numbers have no check digit.
  const iins = Array.from({ length: executors * 2 }, (_, n) =>
    withCheckDigit(`9001013${String(n).padStart(4, '0')}`),
  ).filter((iin) => iin !== null);
  for (let n = 0; n < executors; n += 1) {
    const bank = bankOf(BANKS[n % BANKS.length]!);
    const name = `${SURNAMES[n % 7]!} ${GIVEN[n % 5]!} ${GIVEN[(n + 2) % 5]!}ович`;
    const iban = makeIban(bank.iban_code!, String(1_000_000 + n).padStart(13, '0'));
    await sql`
      with x as (insert into companies (role, type, name, bin, kbe, status)
             values ('executor', 'individual', ${name}, ${iins[n]!}, '19', 'active') returning id),
           e as (insert into executors (company_id, executor_company_id, status)
             select ${ids.company_id}, id, 'active' from x)
      insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
      select id, ${bank.id}, ${iban}, '19', true from x`.execute(db);
  }
  await sql`
    with f as (insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
      values (${ids.company_id}, 'bank-month', 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), 'ba/nk')
      returning id)
    insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date,
      source_file_id, frozen_file_id)
    select ${ids.company_id}, x.id, row_number() over (order by x.id), 'Договор ' || x.id, 'services', 'signed',
      '2020-01-01', '2020-01-01', '2035-01-01', f.id, f.id
    from companies x, f where x.role = 'executor'`.execute(db);
  const transit = BANKS.map((bic) => ({ bic, iban: makeIban(bankOf(bic).iban_code!, '0000000009999') }));
  return { ...ids, accounts, transit };
}

/** Signed acts; many are over the same sum, as couriers' are. */
export async function makeActs(
  { parts: { db } }: App,
  count: number,
  random: () => number,
): Promise<number[]> {
  const sums = Array.from({ length: count }, () => String(1_500_000 + 50_000 * Math.floor(random() * 60)));
  const { rows } = await sql<{ id: number }>`
    insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date,
      end_date, knp, amount_tiyn, frozen_file_id)
    select d.company_id, d.contractor_company_id, d.id, 2026, s.n, 'Услуги ' || s.n, 'signed', date '2026-01-31',
      date '2026-01-01', date '2026-01-31', '859', s.sum_tiyn, d.frozen_file_id
    from unnest(${sums}::bigint[]) with ordinality s (sum_tiyn, n)
    join documents d on d.number = (1 + (s.n * 7) % (select count(*) from documents))::text
    order by s.n returning id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

export async function pay(
  { parts: { bulk } }: App,
  { company_id, user_id, session_id }: { company_id: number; user_id: number; session_id: number },
  act_ids: readonly number[],
): Promise<void> {
  const run_id = await bulk.start({
    company_id,
    user_id,
    session_id,
    kind: 'acts.pay',
    idempotency_key: randomUUID(),
    request_hash: randomBytes(32),
    params: {},
    items: act_ids.map((subject_id) => ({ subject_id })),
  });
  await bulk.work(run_id);
}

export function callOf({ http }: App): Call {
  let token: { value: string; at: number } | null = null;
  const signIn = async () => {
    const answer = await http.inject({
      method: 'POST',
      url: '/api/v1/auth/login/too',
      payload: MONTH_LOGIN,
    });
    const { access_token } = answer.json() as { access_token?: string };
    if (!access_token) throw new Error(`no sign-in: ${answer.body}`);
    return { value: access_token, at: Date.now() };
  };
  return async <T>(...[method, url, payload, head]: Parameters<Call>) => {
    if (!token || Date.now() - token.at > 240_000) token = await signIn();
    const headers = { authorization: `Bearer ${token.value}`, 'idempotency-key': randomUUID(), ...head };
    const answer = await http.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    });
    if (answer.statusCode > 202) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    const is_json = String(answer.headers['content-type']).startsWith('application/json');
    return (is_json ? answer.json<T>() : answer.rawPayload) as T;
  };
}

/** What confirming the candidate of an operation asks for, as the page does it; nothing where there is none. */
export function wishOf({ id: operation_id, candidate }: BankOperation): object[] {
  if (!candidate) return [];
  const { kind, orders, advance, obligation } = candidate;
  if (kind === 'commission' || kind === 'own_transfer') return [{ operation_id, orders: [], kind }];
  if (obligation) {
    const { month, kind: of, person } = obligation;
    const executor_company_id = person?.executor_company_id;
    return [{ operation_id, orders: [], obligation: { month, kind: of, executor_company_id } }];
  }
  const parts = orders.map((order) => ({ order_id: order.id, amount: order.amount }));
  return [{ operation_id, orders: parts, ...(advance && { advance_to: advance.executor_company_id }) }];
}
