import { sql } from 'kysely';
import type {
  KeptMapping,
  StatementMapping,
} from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { type Handle, type Tx, NOW } from '../../platform/db/database.ts';

/** Keeps how tables of a bank are read; one that is kept already is answered. */
export async function keepMapping(
  tx: Tx,
  actor: Pick<CompanyActor, 'company_id' | 'user_id'>,
  mapping: StatementMapping,
): Promise<number> {
  const values = { ...mapping, columns: JSON.stringify(mapping.columns), company_id: actor.company_id };
  const made = await tx
    .insertInto('statement_mappings')
    .values({ ...values, made_by: actor.user_id })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'iban', 'columns', 'day_order', 'decimal_mark'])
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const kept = await tx
    .selectFrom('statement_mappings')
    .select('id')
    .where('company_id', '=', actor.company_id)
    .where('ended_at', 'is', null)
    .where('iban', '=', mapping.iban)
    .where('columns', '=', sql<string>`${values.columns}::jsonb`)
    .where('day_order', '=', mapping.day_order)
    .where('decimal_mark', '=', mapping.decimal_mark)
    .executeTakeFirstOrThrow();
  return kept.id;
}

/** Mappings that a company keeps, newest first, each with how many statements were read by it. */
export async function listMappings(
  db: Handle,
  company_id: number,
): Promise<(KeptMapping & StatementMapping)[]> {
  const rows = await db
    .selectFrom('statement_mappings as m')
    .innerJoin('users as u', 'u.id', 'm.made_by')
    .select(['m.id', 'm.iban', 'm.columns', 'm.day_order', 'm.decimal_mark', 'm.made_at'])
    .select([
      'u.full_name as made_by',
      sql<number>`(select count(*) from bank_statements s
        where s.company_id = m.company_id and s.mapping_id = m.id)`.as('statements'),
    ])
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    ...row,
    columns: row.columns as StatementMapping['columns'],
    made_at: row.made_at.toISOString(),
  }));
}

/** From now on no table is read by it. A second time is the same; false when there is no such mapping. */
export async function endMapping(tx: Tx, actor: CompanyActor, mapping_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('statement_mappings')
    .select('ended_at')
    .where((eb) => eb.and({ company_id: actor.company_id, id: mapping_id }))
    .forUpdate()
    .executeTakeFirst();
  if (found && found.ended_at === null)
    await tx
      .updateTable('statement_mappings')
      .set({ ended_at: NOW, ended_by: actor.user_id })
      .where((eb) => eb.and({ company_id: actor.company_id, id: mapping_id }))
      .execute();
  return found !== undefined;
}
