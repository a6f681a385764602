import type { Handle, Tx } from '../../platform/db/database.ts';

export type ProofKind = 'ddc' | 'signed_cms' | 'sign_info';

export interface ProofKey {
  company_id: number;
  signed_file_id: number;
  kind: ProofKind;
  signatures_digest: Buffer;
}

/** What was made of these very signatures before. */
export function findProofFile(db: Handle, key: ProofKey) {
  return db
    .selectFrom('signature_files as s')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 's.company_id').onRef('f.id', '=', 's.file_id'),
    )
    .select(['f.id', 'f.name', 'f.storage_key', 'f.sha256'])
    .where('s.company_id', '=', key.company_id)
    .where('s.signed_file_id', '=', key.signed_file_id)
    .where('s.kind', '=', key.kind)
    .where('s.signatures_digest', '=', key.signatures_digest)
    .executeTakeFirst();
}

/** The frozen file itself is the lock: two who ask at once get the bytes of the first. */
export async function lockFrozenFile(tx: Tx, key: ProofKey): Promise<void> {
  await tx
    .selectFrom('files')
    .select('id')
    .where('company_id', '=', key.company_id)
    .where('id', '=', key.signed_file_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function addProofFile(tx: Tx, key: ProofKey, file_id: number): Promise<void> {
  await tx
    .insertInto('signature_files')
    .values({ ...key, file_id })
    .execute();
}

/** The frozen bytes' row by its id, as `findFrozenByPublicId` wants it named. */
export function findFileRow(db: Handle, company_id: number, file_id: number) {
  return db
    .selectFrom('files')
    .select(['public_id', 'name', 'storage_key', 'sha256'])
    .where('company_id', '=', company_id)
    .where('id', '=', file_id)
    .executeTakeFirst();
}

/** Contracts signed by both within the last day, whose papers nobody has asked for yet. */
export function listContractsWithoutProofs(db: Handle, now: Date, limit: number) {
  return db
    .selectFrom('documents as d')
    .select(['d.company_id', 'd.frozen_file_id'])
    .where('d.status', '=', 'signed')
    .where('d.frozen_file_id', 'is not', null)
    .where('d.updated_at', '>', new Date(now.getTime() - 86_400_000))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signature_files as s')
            .select('s.file_id')
            .whereRef('s.company_id', '=', 'd.company_id')
            .whereRef('s.signed_file_id', '=', 'd.frozen_file_id')
            .where('s.kind', '=', 'sign_info'),
        ),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('signatures as g')
          .select('g.id')
          .whereRef('g.company_id', '=', 'd.company_id')
          .whereRef('g.file_id', '=', 'd.frozen_file_id'),
      ),
    )
    .orderBy('d.updated_at', 'desc')
    .limit(limit)
    .execute();
}
