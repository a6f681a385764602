import type { NcaKey } from '@kelisim/shared/features/sandbox/nca.contract.ts';
import type { NcaFault, NcaService } from '@kelisim/shared/features/sandbox/nca-faults.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

export interface KeyOf {
  user_id: number;
  company_id: number;
  algorithm: 'gost512' | 'rsa';
}

function keyQuery(db: Handle) {
  return db
    .selectFrom('sandbox.keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .leftJoin('sandbox.nca_revocations as r', (join) =>
      join.onRef('r.serial', '=', 'k.serial').onRef('r.algorithm', '=', 'k.algorithm'),
    )
    .select([
      'k.user_id',
      'k.company_id',
      'k.algorithm',
      'u.full_name as name',
      'c.name as company',
      'k.serial',
      'k.valid_until',
      'r.revoked_at',
    ])
    .where('k.serial', 'is not', null)
    .orderBy('u.full_name')
    .orderBy('k.company_id')
    .orderBy('k.algorithm');
}

type Row = Awaited<ReturnType<ReturnType<typeof keyQuery>['executeTakeFirstOrThrow']>>;

function toNcaKey(row: Row): NcaKey {
  return {
    ...row,
    algorithm: row.algorithm,
    serial: row.serial!,
    valid_until: row.valid_until!.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

export async function listNcaKeys(db: Handle): Promise<NcaKey[]> {
  return (await keyQuery(db).execute()).map(toNcaKey);
}

export async function getNcaKey(db: Handle, of: KeyOf): Promise<NcaKey> {
  const row = orNotFound(
    await keyQuery(db)
      .where('k.user_id', '=', of.user_id)
      .where('k.company_id', '=', of.company_id)
      .where('k.algorithm', '=', of.algorithm)
      .executeTakeFirst(),
  );
  return toNcaKey(row);
}

export async function addRevocation(
  db: Handle,
  row: { algorithm: 'gost512' | 'rsa'; serial: string; reason: string; revoked_at: Date },
): Promise<void> {
  await db
    .insertInto('sandbox.nca_revocations')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function listFaults(db: Handle): Promise<Map<NcaService, NcaFault>> {
  const rows = await db.selectFrom('sandbox.nca_faults').selectAll().execute();
  return new Map(rows.map((row) => [row.service as NcaService, row.fault as NcaFault]));
}

export async function setFault(db: Handle, service: NcaService, fault: NcaFault | null): Promise<void> {
  if (fault === null) await db.deleteFrom('sandbox.nca_faults').where('service', '=', service).execute();
  else
    await db
      .insertInto('sandbox.nca_faults')
      .values({ service, fault })
      .onConflict((oc) => oc.column('service').doUpdateSet({ fault }))
      .execute();
}

export function findKeyFile(db: Handle, of: KeyOf) {
  return db
    .selectFrom('sandbox.keys')
    .select(['pkcs12', 'password'])
    .where((eb) => eb.and({ user_id: of.user_id, company_id: of.company_id, algorithm: of.algorithm }))
    .executeTakeFirst();
}

export async function setKeyFile(
  db: Handle,
  of: KeyOf,
  file: { pkcs12: Buffer; serial: string; valid_until: Date; file_name: string },
): Promise<void> {
  await db
    .updateTable('sandbox.keys')
    .set(file)
    .where((eb) => eb.and({ user_id: of.user_id, company_id: of.company_id, algorithm: of.algorithm }))
    .execute();
}

export function listKeysOf(db: Handle, user_id: number, company_id: number, algorithm: 'gost512' | 'rsa') {
  return db
    .selectFrom('sandbox.keys')
    .select(['pkcs12', 'password'])
    .where((eb) => eb.and({ user_id, company_id, algorithm }))
    .execute();
}
