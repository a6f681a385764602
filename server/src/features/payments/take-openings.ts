import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { addBatch, findOpenFrom, lockBatch, setBatchUndone, lockBooks } from './openings.queries.ts';
import { readOpenings } from './read-openings.ts';

/** Not after today, and not among days whose sums are agreed and closed. */
export async function assertOpeningDay(
  { db, clock }: { db: Handle; clock: Parts['clock'] },
  company_id: number,
  day: string,
): Promise<void> {
  if (day > almatyDate(clock.now())) throw new Problem('opening.day_ahead', { field: 'day' });
  const closed_until = await findOpenFrom(db, company_id);
  if (closed_until !== null && day <= closed_until) throw new Problem('period.closed', { field: 'day' });
}

/** A person signs off a table of opening balances: wholly or not at all. */
export async function takeOpenings(
  parts: Parts,
  actor: CompanyActor,
  { file, day }: { file: Upload; day: string },
): Promise<void> {
  const { company_id, user_id } = actor;
  await parts.db.transaction().execute(async (tx) => {
    await lockBooks(tx, company_id);
    await assertOpeningDay({ db: tx, clock: parts.clock }, company_id, day);
    const { rows, faults } = await readOpenings({ db: tx, spreadsheet: parts.spreadsheet }, company_id, file);
    if (faults.length > 0)
      throw new Problem('opening.rows_wrong', { field: 'file', values: { count: faults.length } });
    const openings = rows.map(({ executor_company_id, contract_id, owed_tiyn, advance_tiyn }) => ({
      executor_company_id,
      contract_id,
      owed_tiyn,
      advance_tiyn,
    }));
    await addBatch(tx, { company_id, day, file_name: file.name, made_by: user_id }, openings);
  });
}

export async function undoOpenings(
  tx: Tx,
  actor: CompanyActor,
  batch_id: number,
  reason: string,
): Promise<void> {
  const { company_id, user_id } = actor;
  const batch = orNotFound(await lockBatch(tx, company_id, batch_id));
  if (batch.undone_at !== null) return;
  const closed_until = await findOpenFrom(tx, company_id);
  if (closed_until !== null && batch.day <= closed_until) throw new Problem('period.closed');
  if (batch.is_used) throw new Problem('opening.used');
  await setBatchUndone(tx, company_id, batch_id, user_id, reason.trim());
}
