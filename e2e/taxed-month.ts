import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../server/src/platform/db/database.ts';
import { findEmbeddedPostgres } from '../server/src/platform/db/embedded/find-embedded-postgres.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { makeTaxedCompany, type TaxedCompany } from '../server/test/taxed-company.ts';
import {
  eightPeople,
  fortyPeople,
  readFigures,
  reckonSlowly,
  type TaxedPerson,
  type TaxSums,
} from '../server/test/taxed-people.ts';
import { addDays, almatyDate } from '../shared/src/kernel/dates.ts';
import { callsOf } from './acts.ts';
import { PASSWORD } from './people.ts';

export const TODAY = almatyDate(new Date());
/** Only a month that is over can be closed, so the bank carries everything out on its last day. */
export const BANK_DAY = addDays(`${TODAY.slice(0, 7)}-01`, -1);
export const MONTH = BANK_DAY.slice(0, 7);

/** What the product knows of a person of the month, and what the slow program says. */
export type Taxed = TaxedPerson & TaxedCompany['people'][number] & { sums: TaxSums };

export interface TaxedMonth extends Omit<TaxedCompany, 'people'> {
  people: Taxed[];
  /** The orders of the company went to the bank on the last day of that month. */
  sendOnBankDay(): Promise<void>;
}

async function atDatabase<T>(deed: (db: Database) => Promise<T>): Promise<T> {
  const url = await findEmbeddedPostgres(join(process.env.E2E_DATA_DIR!, 'postgres'));
  const db = openDatabase({ url: url!, log: makeLog('silent'), max: 1 });
  try {
    return await deed(db);
  } finally {
    await db.destroy();
  }
}

/** A company of its own; its director says of each person what they are, had before Kelisim, and have applied for. */
export async function makeTaxedMonth(browser: Browser, of: 'eight' | 'forty'): Promise<TaxedMonth> {
  const { company, people } = await atDatabase(async (db) => {
    const rows = await readFigures(db);
    const wished = of === 'forty' ? fortyPeople(rows, TODAY) : eightPeople(rows, TODAY);
    const company = await makeTaxedCompany(db, wished, { day: BANK_DAY, password: PASSWORD });
    // A payment withholds by the law of the day it is made on.
    const people = wished.map((one, at) => ({
      ...one,
      ...company.people[at]!,
      sums: reckonSlowly(one, rows, TODAY),
    }));
    return { company, people };
  });
  const context = await browser.newContext();
  const { form, post, put } = await callsOf(context.request, company.director);
  await put('payments/settings', { channel: 'file', payment_limit: null, bookkeeper_name: null });
  const since = `${MONTH.slice(0, 4)}-01`;
  for (const { id, told, has_application, earlier } of people) {
    await form('taxes/standing', { executor_company_id: String(id), valid_from: `${since}-01`, ...told });
    if (has_application)
      await form('taxes/deduction', {
        company_id: String(id),
        applied_on: `${since}-01`,
        from_month: since,
      });
    for (const [kind, amount] of Object.entries(earlier ?? {}))
      await post('taxes/earlier', {
        executor_company_id: id,
        kind,
        period: TODAY.slice(0, 4),
        amount,
        source: 'Карточка из 1С',
        source_on: TODAY,
      });
  }
  await context.close();
  const sendOnBankDay = () =>
    atDatabase(async (db) => {
      await sql`update payment_orders set sent_at = ${`${BANK_DAY}T12:00:00+05:00`}::timestamptz
        where company_id = ${company.id}`.execute(db);
    });
  return { ...company, people, sendOnBankDay };
}
