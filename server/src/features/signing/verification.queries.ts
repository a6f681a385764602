import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { selectFiles, type SignedFile } from '../signatures/public.ts';

export async function findFrozenByPublicId(db: Handle, public_id: string): Promise<Frozen | null> {
  const file = await selectFiles(db).where('public_id', '=', public_id).executeTakeFirst();
  return file ? findFrozen(db, file) : null;
}

/** A frozen file with the act or contract it belongs or belonged to; null for any other file. */
export async function findFrozen(db: Handle, { streebog512, ...file }: SignedFile) {
  if (!streebog512 || !['act', 'document'].includes(file.kind)) return null;
  const subject = file.kind === 'act' ? await findAct(db, file) : await findDocument(db, file);
  return subject ? { file: { ...file, streebog512 }, subject } : null;
}
export type Frozen = NonNullable<Awaited<ReturnType<typeof findFrozen>>>;

interface FileKey {
  id: number;
  company_id: number;
}

const PARTIES = [
  'c.document_language as language',
  'c.name as company_name',
  'c.name_kz as company_name_kz',
  'c.bin as company_bin',
  'x.name as contractor_name',
  'x.name_kz as contractor_name_kz',
  'x.bin as contractor_bin',
] as const;

/**
 * An old version has no act that points at it any more; its signatures still do. Each of the two is found by an index of
 * its own; for the one or the other at once every act of the company would be read.
 */
async function findAct(db: Handle, file: FileKey) {
  const row = await db
    .selectFrom('acts as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select([
      'a.id',
      'a.number',
      'a.year',
      'a.title',
      'a.status',
      'a.amount_tiyn',
      'a.frozen_file_id',
      ...PARTIES,
    ])
    .where('a.company_id', '=', file.company_id)
    .where('a.id', 'in', (eb) =>
      eb
        .selectFrom('acts')
        .select('id')
        .where((eb) => eb.and({ company_id: file.company_id, frozen_file_id: file.id }))
        .union(
          eb
            .selectFrom('signatures')
            .select(sql<number>`act_id`.as('id'))
            .where((eb) => eb.and({ company_id: file.company_id, file_id: file.id })),
        ),
    )
    .executeTakeFirst();
  return row ? { ...row, type: null, start_date: null, end_date: null } : undefined;
}

async function findDocument(db: Handle, file: FileKey) {
  const row = await db
    .selectFrom('documents as d')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
    .select([
      'd.id',
      'd.type',
      'd.number',
      'd.title',
      'd.status',
      'd.start_date',
      'd.end_date',
      'd.frozen_file_id',
      ...PARTIES,
    ])
    .where('d.company_id', '=', file.company_id)
    .where('d.id', 'in', (eb) =>
      eb
        .selectFrom('documents')
        .select('id')
        .where((eb) => eb.and({ company_id: file.company_id, frozen_file_id: file.id }))
        .union(
          eb
            .selectFrom('signatures')
            .select(sql<number>`document_id`.as('id'))
            .where((eb) => eb.and({ company_id: file.company_id, file_id: file.id })),
        ),
    )
    .executeTakeFirst();
  return row ? { ...row, year: null, amount_tiyn: null } : undefined;
}
