import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { createHash } from 'node:crypto';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { sql } from 'kysely';
import { violatedConstraint } from '../../platform/db/database.ts';
import { everyProcessReadsCutCms } from '../../platform/process-beat.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { cutCms, type CutCms } from './cut-cms.ts';
import type { Evidence } from './gather-evidence.ts';
import type { FileDigests, GoodSigner } from './judge-signature.ts';
import { keepLists } from './kept-lists.ts';
import { listsOf } from './kept-lists.queries.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const REPLAYED = 'signatures_value_digest_key';

/** What is signed: an act or a contract, in the version whose bytes are `file_id`. */
export interface SignedSubject {
  company_id: number;
  act_id: number | null;
  document_id: number | null;
  version: number;
  file_id: number;
}

/** Who gives a signature: the side, the company, the person, and by what means. */
export interface SignedBy {
  side: 'business' | 'executor';
  company_id: number;
  user_id: number;
  means: string;
  /** The link it came by. */
  quick_sign_id?: number;
}

/** A signature that was proven, of its party, ready to be written down. */
export type ProvenEvidence = Evidence & { signer: GoodSigner & { iin: string } };

export async function addSignatures(
  tx: Tx,
  by: SignedBy,
  all: readonly { subject: SignedSubject; evidence: ProvenEvidence }[],
): Promise<void> {
  try {
    const mayCut = await everyProcessReadsCutCms(tx);
    const cuts = all.map(({ evidence }) => (mayCut ? cutCms(evidence.cms) : null));
    await keepCertificates(tx, [
      ...all.map(({ evidence }) => Buffer.from(evidence.signer.certificate.der)),
      ...cuts.flatMap((cut) => cut?.certificates ?? []),
    ]);
    const rows = await tx
      .insertInto('signatures')
      .values(all.map(({ subject, evidence }, at) => toRow(subject, by, evidence, cuts[at] ?? null)))
      .returning(['id', 'company_id', 'value_digest'])
      .execute();
    const listsOf = new Map(
      all.map(({ evidence }) => [evidence.value_digest.toString('hex'), evidence.lists]),
    );
    await keepLists(
      tx,
      rows.map(({ id, company_id, value_digest }) => ({
        company_id,
        signature_id: id,
        lists: listsOf.get(value_digest!.toString('hex')) ?? [],
      })),
    );
  } catch (error) {
    if (violatedConstraint(error) === REPLAYED) throw new Problem('signature.replayed');
    throw error;
  }
}

/** Stores what is not stored yet. In one order, so that two transactions never wait for each other. */
async function keepCertificates(tx: Tx, ders: readonly Buffer[]): Promise<void> {
  const kept = new Map(ders.map((der) => [sha256(der).toString('hex'), { sha256: sha256(der), der }]));
  await tx
    .insertInto('signing_certificates')
    .values([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

function toRow(
  subject: SignedSubject,
  by: SignedBy,
  { signer, cms, ...evidence }: ProvenEvidence,
  cut: CutCms | null,
) {
  const { certificate } = signer;
  return {
    ...subject,
    side: by.side,
    signer_company_id: by.company_id,
    user_id: by.user_id,
    cms: cut ? null : cms,
    cut_cms: cut?.cut_cms ?? null,
    cut_at: cut?.cut_at ?? null,
    signature_digest: sha256(cms),
    value_digest: evidence.value_digest,
    iin: signer.iin,
    bin: signer.bin ?? null,
    name: dropHidden(signer.name),
    organization: certificate.subject.organization ? dropHidden(certificate.subject.organization) : null,
    certificate_sha256: sha256(certificate.der),
    certificate_serial: certificate.serial,
    certificate_issuer: dropHidden(certificate.issuer.common_name ?? certificate.issuer.dn),
    certificate_valid_from: certificate.not_before,
    certificate_valid_until: certificate.not_after,
    algorithm: signer.algorithm,
    rights: signer.rights,
    revocation: signer.revocation,
    revocation_source: evidence.revocation_source,
    timestamp_status: signer.timestamp,
    stamped_at: signer.stamped_at ?? null,
    means: by.means,
  };
}

/** Signatures of an earlier version stay in history and never count for a new one (decisions 5). */
export async function retireSignatures(
  tx: Tx,
  subject: { company_id: number; act_id?: number; document_id?: number },
): Promise<void> {
  let query = tx
    .updateTable('signatures')
    .set({ is_current: false })
    .where((eb) => eb.and({ company_id: subject.company_id, is_current: true }));
  query = subject.act_id
    ? query.where('act_id', '=', subject.act_id)
    : query.where('document_id', '=', subject.document_id!);
  await query.execute();
}

/** The CMS of a row of `signatures`, byte for byte as it was signed: `cms` is empty where certificates are cut out of it. */
export const CMS_AS_TAKEN = sql<Buffer>`cms_as_taken(cms, cut_cms, cut_at)`.as('cms');

/** Signatures with all that is told of them. */
export function selectSignatures(db: Handle) {
  return db
    .selectFrom('signatures')
    .select([
      'id',
      'side',
      'is_current',
      'signer_company_id',
      'user_id',
      'name',
      'iin',
      'bin',
      'organization',
      'certificate_serial',
      'certificate_issuer',
      'certificate_valid_from',
      'certificate_valid_until',
      'algorithm',
      'rights',
      'revocation',
      'timestamp_status',
      'means',
      'signed_at',
      'stamped_at',
      CMS_AS_TAKEN,
    ]);
}

export function listCurrentSignatures(
  db: Handle,
  subject: { company_id: number; act_id?: number; document_id?: number },
) {
  const query = selectSignatures(db)
    .where((eb) => eb.and({ company_id: subject.company_id, is_current: true }))
    .orderBy('id');
  return (
    subject.act_id
      ? query.where('act_id', '=', subject.act_id)
      : query.where('document_id', '=', subject.document_id!)
  ).execute();
}

/** Signatures over these very bytes, whether they still count or not, with what proves them. */
export function listSignaturesOfFile(db: Handle, file: FileKey) {
  return listSignaturesOfFiles(db, [file]);
}

export function listSignaturesOfFiles(db: Handle, files: readonly FileKey[]) {
  return selectSignatures(db)
    .select(['file_id', listsOf('signatures')])
    .where('company_id', '=', anyOf(files.map((file) => file.company_id)))
    .where('file_id', '=', anyOf(files.map((file) => file.id)))
    .orderBy('id')
    .execute();
}

interface FileKey {
  company_id: number;
  id: number;
}

const anyOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`;
export type FileSignature = Awaited<ReturnType<typeof listSignaturesOfFile>>[number];

/** Files with all that their papers tell of them. */
export function selectFiles(db: Handle) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'public_id',
      'company_id',
      'kind',
      'name',
      'storage_key',
      'sha256',
      'streebog512',
      'size_bytes',
      'created_at',
    ]);
}

export function findSignedFile(db: Handle, company_id: number, file_id: number) {
  return selectFiles(db)
    .where((eb) => eb.and({ company_id, id: file_id }))
    .executeTakeFirst();
}
export function listSignedFiles(db: Handle, files: readonly FileKey[]) {
  return selectFiles(db)
    .where('company_id', '=', anyOf(files.map((file) => file.company_id)))
    .where('id', '=', anyOf(files.map((file) => file.id)))
    .execute();
}
export type SignedFile = NonNullable<Awaited<ReturnType<typeof findSignedFile>>>;

/** Those of the acts or contracts that this side has signed in their present version. */
export async function listSignedBy(
  db: Handle,
  by: { company_id: number; side: 'business' | 'executor' },
  doc_type: 'act' | 'document',
  ids: number[],
): Promise<Set<number>> {
  const column = doc_type === 'act' ? 'act_id' : 'document_id';
  const rows = await db
    .selectFrom('signatures')
    .select(`${column} as id`)
    .where(column, 'in', ids)
    .where((eb) => eb.and({ signer_company_id: by.company_id, side: by.side, is_current: true }))
    .execute();
  return new Set(rows.map((row) => row.id!));
}

/** A signature that the company may see: its own document or act, on either side. */
export function findVisibleSignature(db: Handle, company_id: number, signature_id: number) {
  return db
    .selectFrom('signatures as s')
    .leftJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 's.company_id').onRef('a.id', '=', 's.act_id'),
    )
    .leftJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.document_id'),
    )
    .select([
      CMS_AS_TAKEN,
      listsOf('s'),
      's.side',
      's.act_id',
      's.document_id',
      'a.number',
      'a.year',
      'd.title',
    ])
    .where('s.id', '=', signature_id)
    .where((eb) =>
      eb.or([
        eb('s.company_id', '=', company_id),
        eb('a.contractor_company_id', '=', company_id),
        eb('d.contractor_company_id', '=', company_id),
      ]),
    )
    .executeTakeFirst();
}

/** The very signature that a side has given before: a repeated call, not a second signature. */
export async function findSameSignature(
  tx: Tx,
  given: {
    company_id: number;
    act_id?: number;
    document_id?: number;
    side: 'business' | 'executor';
    value_digest: Buffer;
  },
): Promise<boolean> {
  const query = tx
    .selectFrom('signatures')
    .select('id')
    .where('company_id', '=', given.company_id)
    .where('side', '=', given.side)
    .where('is_current', '=', true)
    .where('value_digest', '=', given.value_digest);
  const found = given.act_id
    ? query.where('act_id', '=', given.act_id)
    : query.where('document_id', '=', given.document_id!);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Those of the signature values that are known already: nobody need be asked about them again. */
export async function listKnownValues(db: Handle, value_digests: Buffer[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('signatures')
    .select('value_digest')
    .where('value_digest', 'in', value_digests)
    .execute();
  return new Set(rows.map((row) => row.value_digest!.toString('hex')));
}

/** The frozen bytes of acts or contracts as they are now, of whatever company: digests tell nobody anything. */
export async function listFrozenDigests(
  db: Handle,
  doc_type: 'act' | 'document',
  ids: number[],
): Promise<Map<number, FileDigests & { id: number }>> {
  const { rows } = await sql<FileDigests & { subject_id: number; id: number }>`
    select t.id as subject_id, f.id, f.sha256, f.streebog512
    from ${sql.table(doc_type === 'act' ? 'acts' : 'documents')} t join files f on f.id = t.frozen_file_id
    where t.id = any(${ids}::bigint[]) and f.streebog512 is not null`.execute(db);
  return new Map(rows.map(({ subject_id, ...file }) => [subject_id, file]));
}
