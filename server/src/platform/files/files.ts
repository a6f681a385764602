import { createHash, randomBytes } from 'node:crypto';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { FileMissing, type FileStore } from '../../adapters/file-store/file-store.ts';
import type { Selectable } from 'kysely';
import type { Handle } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { endUpload, givenUp } from './journal-uploads.ts';

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
  const { id } = await withFile(db, stored).selectFrom('file').select('id').executeTakeFirstOrThrow(givenUp);
  return { ...stored.kept, id };
}

/** The row, for a statement that adds what points at it: `file` has its id, and no row where the upload was given up. */
export function withFile(db: Handle, { row }: StoredFile) {
  return db
    .with('ended', (qb) => endUpload(qb, row.storage_key))
    .with('file', (qb) =>
      qb
        .insertInto('files')
        .columns(COLUMNS)
        .expression((eb) =>
          eb.selectFrom('ended').select(COLUMNS.map((column) => eb.val(row[column]).as(column))),
        )
        .returning('id'),
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
