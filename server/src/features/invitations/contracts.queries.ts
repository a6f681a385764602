import type { DocumentType } from '@kelisim/shared/features/documents/document-status.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';

export async function addContract(
  tx: Tx,
  contract: {
    company_id: number;
    title: string;
    type: DocumentType;
    start_date: string;
    end_date: string;
    source_file_id: number;
    created_by: number;
  },
): Promise<number> {
  return idOf(tx.insertInto('invitation_contracts').values(contract).returning('id'));
}

/** The contract of these terms, made when there is none yet. */
export async function ensureTemplateContract(
  tx: Tx,
  contract: {
    company_id: number;
    template_id: number;
    title: string;
    type: DocumentType;
    start_date: string;
    end_date: string;
    created_by: number;
  },
): Promise<number> {
  const { created_by: _, ...terms } = contract;
  const find = () =>
    tx
      .selectFrom('invitation_contracts')
      .select('id')
      .where((eb) => eb.and(terms))
      .executeTakeFirst();
  const there = await find();
  if (there) return there.id;
  await tx
    .insertInto('invitation_contracts')
    .values(contract)
    .onConflict((oc) => oc.doNothing())
    .execute();
  return (await find())!.id;
}

/** What an invitation promises. */
export function findPromised(db: Handle, invitation_id: number) {
  return db
    .selectFrom('invitation_contracts as t')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.company_id', '=', 't.company_id').onRef('i.contract_id', '=', 't.id'),
    )
    .selectAll('t')
    .select(['i.contract_number', 'i.contract_date'])
    .where('i.id', '=', invitation_id)
    .executeTakeFirst();
}

/** Templates that may be named in a table, with the contracts. */
export function listTemplates(db: Handle, company_id: number) {
  return db
    .selectFrom('contract_templates')
    .select(['id', 'name'])
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

export function findContract(db: Handle, company_id: number, id: number) {
  return db
    .selectFrom('invitation_contracts')
    .selectAll()
    .where((eb) => eb.and({ company_id, id }))
    .executeTakeFirst();
}

export function listContracts(db: Handle, company_id: number) {
  return db
    .selectFrom('invitation_contracts')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('template_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}
