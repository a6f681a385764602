import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/integrations.ts';
import ru from '@kelisim/shared/texts/ru/integrations.ts';
import type { StatementPeriod } from '../../adapters/banks/banks.ts';
import { limitCall } from '../../platform/call-limit.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import {
  askStatements,
  findStatementDoor,
  statementsRead,
  takeDue,
  type StatementDoor,
} from '../integrations/public.ts';
import { takeStatement } from './read-statement.ts';
import { listOwnIbans, sumStatements } from './statements.queries.ts';

/** A bank may write an operation into a day that has ended already. */
const BACK_DAYS = 3;
const FIRST_DAYS = 30;
const MOST_DAYS = 366;
/** By the clock a bank is asked once an hour. */
const REST_S = 3_600;

/** What a person asks a connected bank for; without days those since the last time. */
export async function askForStatements(
  parts: Parts,
  actor: { company_id: number; user_id: number },
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
  locale: Locale,
) {
  const { company_id } = actor;
  const door = await findStatementDoor(parts, parts.db, company_id);
  if (!door) throw new Problem('statement.no_bank');
  const usual = usualPeriod(parts, door);
  const period = { from: date_from ?? usual.from, to: date_to ?? usual.to };
  if (period.to > usual.to) throw new Problem('statement.days', { field: 'date_to' });
  if (period.from > period.to || addDays(period.from, MOST_DAYS) < period.to)
    throw new Problem('statement.days', { field: 'date_from' });
  await limitCall(parts.db, { what: `statements of ${company_id}`, most: 20, window_s: 600 });
  const read = await readOfBank(parts, actor, door, period);
  if ('fault' in read)
    throw new Problem('statement.bank_failed', { values: { why: { ru, kz }[locale].faults[read.fault] } });
  const { operations, matched, unmatched } = await sumStatements(parts.db, company_id, read.statement_ids);
  return { accounts: read.accounts, operations, matched, unmatched };
}

/** The same by the clock, of every company whose bank tells it. What fails is told on the page and tried in an hour. */
export async function readDueStatements(parts: Parts): Promise<void> {
  for (const { company_id, id } of await takeDue(parts, REST_S)) {
    try {
      const door = await findStatementDoor(parts, parts.db, company_id);
      if (door?.integration_id === id)
        await readOfBank(parts, { company_id, user_id: null }, door, usualPeriod(parts, door));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      parts.log.error({ event: 'statements.stuck', integration_id: id, error: (error as Error).stack });
    }
  }
}

function usualPeriod({ clock }: Parts, { until }: StatementDoor): StatementPeriod {
  const to = almatyDate(clock.now());
  return { from: until ? addDays(until, -BACK_DAYS) : addDays(to, -FIRST_DAYS), to };
}

async function readOfBank(
  parts: Parts,
  by: { company_id: number; user_id: number | null },
  door: StatementDoor,
  period: StatementPeriod,
) {
  const { integration_id, kind } = door;
  const ibans = await listOwnIbans(parts.db, by.company_id);
  const told = await askStatements(parts, by.company_id, integration_id, ibans, period);
  if ('fault' in told) return told;
  const statement_ids: number[] = [];
  for (const statement of told.statements) {
    const id = await parts.db.transaction().execute((tx) => takeStatement(tx, by, kind, period, statement));
    if (id !== null) statement_ids.push(id);
  }
  const isWhole = period.from <= usualPeriod(parts, door).from;
  await statementsRead(parts.db, integration_id, isWhole ? period.to : null);
  return { accounts: told.statements.length, statement_ids };
}
