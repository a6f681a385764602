import { createHash, randomBytes } from 'node:crypto';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { FileMissing, type FileStore } from '../../adapters/file-store/file-store.ts';
import { sql, type Selectable } from 'kysely';
import type { Handle } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { endUploads, givenUp } from './journal-uploads.ts';

export interface NewFile {
  company_id: number;
  kind:
    | 'act'
    | 'document'
    | 'document_source'
    | 'document_original'
    | 'template'
    | 'scan'
    | 'ddc'
    | 'signed_cms'
    | 'sign_info'
    | 'act_document'
    | 'payment_file'
    | 'ticket_attachment'
    | 'tax_paper';
  name: string;
  media_type: string;
  bytes: Uint8Array;
  /** The public name, where the bytes already carry it (a stamped or rendered document). */
  public_id?: string;
  /** Files that are going to be signed get their Streebog-512 too, so that a browser can sign the digest. */
  to_be_signed?: boolean;
}

export interface KeptFile {
  id: number;
  public_id: string;
  sha256: Buffer;
  streebog512: Buffer | null;
}

/** Returns an unguessable name, short enough for a QR code: 80 random bits in lowercase base 32. */
export function newPublicId(): string {
  const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
  return [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('');
}

/** Stores the bytes first and the row after them, so a row never references missing bytes. */
export async function keepFile(db: Handle, store: FileStore, file: NewFile): Promise<KeptFile> {
  return addFile(db, await putFile(store, file));
}

const COLUMNS = [
  'company_id',
  'public_id',
  'kind',
  'name',
  'media_type',
  'size_bytes',
  'sha256',
  'streebog512',
  'storage_key',
] as const;

/** A file whose bytes are stored already; without a row they are given up after a day. */
export interface StoredFile {
  row: Pick<Selectable<Tables['files']>, (typeof COLUMNS)[number]>;
  kept: Omit<KeptFile, 'id'>;
}

/** The slow first half of `keepFile`: runs before a transaction, so nothing is locked meanwhile. */
export async function putFile(store: FileStore, file: NewFile): Promise<StoredFile> {
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const streebog = file.to_be_signed ? Buffer.from(streebog512(file.bytes)) : null;
  const public_id = file.public_id ?? newPublicId();
  const random = randomBytes(16).toString('hex');
  const storage_key = `${random.slice(0, 2)}/${random.slice(2)}`;
  await store.put(storage_key, file.bytes);
  const row = {
    company_id: file.company_id,
    public_id,
    kind: file.kind,
    name: file.name,
    media_type: file.media_type,
    size_bytes: file.bytes.length,
    sha256,
    streebog512: streebog,
    storage_key,
  };
  return { row, kept: { public_id, sha256, streebog512: streebog } };
}

/** The second half: the row. */
export async function addFile(db: Handle, stored: StoredFile): Promise<KeptFile> {
  const [file] = await addFiles(db, [stored]);
  if (!file) throw givenUp();
  return { ...file.kept, id: file.id };
}

/** The same of several, with their ids in the same order. */
export async function addFiles<Stored extends StoredFile>(db: Handle, stored: readonly Stored[]) {
  const rows = await withFiles(db, stored).selectFrom('file').select(['id', 'storage_key']).execute();
  const ids = new Map(rows.map(({ id, storage_key }) => [storage_key, id]));
  return stored.map((one) => {
    const id = ids.get(one.row.storage_key);
    if (id === undefined) throw givenUp();
    return { ...one, id };
  });
}

/** The rows, for a statement that adds what points at them: `file` has their ids, and none where an upload was given up. */
export function withFiles(db: Handle, stored: readonly StoredFile[]) {
  const rows = stored.map(({ row }) => row);
  const all = (column: (typeof COLUMNS)[number]) => sql.val(rows.map((row) => row[column]));
  return db
    .with('ended', (qb) =>
      endUploads(
        qb,
        rows.map(({ storage_key }) => storage_key),
      ),
    )
    .with('file', (qb) =>
      qb
        .insertInto('files')
        .columns(COLUMNS)
        .expression(
          sql`select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from ended join unnest(
            ${all('company_id')}::bigint[], ${all('public_id')}::text[], ${all('kind')}::text[],
            ${all('name')}::text[], ${all('media_type')}::text[], ${all('size_bytes')}::bigint[],
            ${all('sha256')}::bytea[], ${all('streebog512')}::bytea[], ${all('storage_key')}::text[]
          ) given (${sql.join(COLUMNS.map((column) => sql.ref(column)))}) using (storage_key)`,
        )
        .returning(['id', 'storage_key']),
    );
}

/** Returns all bytes of a row's file. One whose hash differs is unavailable, never served. */
export async function readFileOf(
  store: FileStore,
  row: { storage_key: string; sha256: Buffer },
): Promise<Uint8Array> {
  try {
    const bytes = await store.get(row.storage_key);
    if (createHash('sha256').update(bytes).digest().equals(row.sha256)) return bytes;
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  throw new Problem('file.lost');
}
