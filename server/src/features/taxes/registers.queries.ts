import type { RegisterAnswer } from '@kelisim/shared/features/taxes/against-register.ts';
import { TO_PAY } from '@kelisim/shared/features/acts/act-status.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export interface RegisterSaid {
  /** The last answer, and when it came; null: there was none. */
  answer: (RegisterAnswer & { checked_at: Date }) | null;
  /** The last time somebody asked in vain after it. */
  silent_at: Date | null;
}

const NEVER_ASKED: RegisterSaid = { answer: null, silent_at: null };

/** What the register said last of these executors. */
export async function listRegisterSaid(
  db: Handle,
  executor_ids: readonly number[],
): Promise<ReadonlyMap<number, RegisterSaid>> {
  const rows = await db
    .selectFrom('register_checks')
    .selectAll()
    .distinctOn(['executor_company_id', 'is_answered'])
    .where('executor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .orderBy('executor_company_id')
    // The answer first: only silence after it matters.
    .orderBy('is_answered', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const said = new Map<number, RegisterSaid>(executor_ids.map((id) => [id, NEVER_ASKED]));
  for (const row of rows) {
    const { answer } = said.get(row.executor_company_id)!;
    const { checked_at } = row;
    const next = row.is_answered
      ? {
          answer: {
            registration: row.is_registered
              ? { since: row.registered_since, until: row.registered_until }
              : null,
            is_liquidating: row.is_liquidating!,
            vat: row.is_vat_payer ? { since: row.vat_since, until: row.vat_until } : null,
            checked_at,
          },
          silent_at: null,
        }
      : { answer, silent_at: answer !== null && answer.checked_at >= checked_at ? null : checked_at };
    said.set(row.executor_company_id, next);
  }
  return said;
}

export async function addRegisterCheck(
  db: Handle,
  of: { executor_company_id: number; register: string; asked_by: number | null },
  answer: RegisterAnswer | null,
): Promise<void> {
  await db
    .insertInto('register_checks')
    .values({
      ...of,
      is_answered: answer !== null,
      ...(answer && {
        is_registered: answer.registration !== null,
        registered_since: answer.registration?.since ?? null,
        registered_until: answer.registration?.until ?? null,
        is_liquidating: answer.is_liquidating,
        is_vat_payer: answer.vat !== null,
        vat_since: answer.vat?.since ?? null,
        vat_until: answer.vat?.until ?? null,
      }),
    })
    .execute();
}

/**
 * Those of these whom the register should be asked of: without an answer since a moment, and not asked in vain lately.
 * @param ids null: those who were never asked of, and who have an act that is to be paid
 */
export async function listToAsk(
  db: Handle,
  ids: readonly number[] | null,
  { answered_before, tried_before }: { answered_before: Date; tried_before: Date },
  limit: number,
): Promise<{ id: number; bin: string; is_entity: boolean }[]> {
  const { rows } = await sql<{ id: number; bin: string; is_entity: boolean }>`
    select c.id, c.bin, c.type not in ('individual', 'ip') as is_entity
    from companies c
    cross join lateral (
      select max(r.checked_at) filter (where r.is_answered) as answered_at, max(r.checked_at) as tried_at
      from register_checks r where r.executor_company_id = c.id) r
    where c.role = 'executor' and c.status <> 'deleted' and coalesce(r.answered_at, '-infinity') < ${answered_before}
      and coalesce(r.tried_at, '-infinity') < ${tried_before}
      and ${
        ids
          ? sql`c.id = any(${[...ids]}::bigint[])`
          : sql`exists (select from executors e where e.executor_company_id = c.id and e.status <> 'removed')
              and (r.tried_at is null or exists (
                select from acts a where a.contractor_company_id = c.id and a.deleted_at is null
                  and a.status in (${sql.join([...TO_PAY])})))`
      }
    order by r.tried_at nulls first, c.id limit ${limit}`.execute(db);
  return rows;
}
