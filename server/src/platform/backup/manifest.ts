import { createHash } from 'node:crypto';
import type { TrialFault } from '@kelisim/shared/features/administration/administration.contract.ts';
import { z } from 'zod';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import type { BackupMac } from './backup-mac.ts';

/** Of earlier ones nobody can tell who made them, so they are passed over. */
const FORMAT = 2;

/**
 * What a base backup is. Written last, so a backup without one was never finished. Not sealed: it holds no secrets, and
 * an operator without the recovery key must see what there is.
 */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  /** Of the product, as in package.json. */
  product: z.string(),
  /** Of the server, such as `18.4`. */
  postgres: z.string(),
  /** The newest migration and how many there are. */
  schema: z.object({ newest: z.string(), count: z.int() }),
  /** The name of the database, and the role it was read with. */
  database: z.object({ name: z.string(), role: z.string() }),
  system_id: z.string(),
  timeline: z.int(),
  start_lsn: z.string(),
  end_lsn: z.string(),
  started_at: z.string(),
  /** The database can be restored to no moment before this. */
  ended_at: z.string(),
  /** Whose the file store is; null when it was not named yet. */
  store: z.object({ database_id: z.string(), epoch: z.int() }).nullable(),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Uncompressed bytes of the database. */
  database_bytes: z.int(),
  files: z.object({
    count: z.int(),
    copied: z.int(),
    copied_bytes: z.int(),
    unreadable: z.array(z.string()),
  }),
  /** Whoever holds the identity of one of them can restore. */
  recipients: z.array(z.string()),
  /** Names the master key without which sealed columns stay sealed; no part of it. */
  master_key_id: z.string(),
  /** Names of the settings that were set, for whoever sets the product up again. */
  settings: z.array(z.string()),
  /** SHA-256 of the small files beside the parts, by their names. */
  beside: z.record(z.string(), z.string()),
  /** The code of the backup before this one; null for the first. */
  previous: z.string().nullable(),
  /** Of all of the above, under the master key, in hex. */
  mac: z.string(),
});
export type Manifest = z.output<typeof Manifest>;

const Earlier = z.object({ format: z.int().lt(FORMAT) });

/** `20261126T013000123Z`: backups sort by their names. */
export function backupIdOf(moment: Date): string {
  return moment.toISOString().replace(/[-:.]/g, '');
}

/** Gives a manifest its code, and puts it after the last one. */
export async function writeManifest(
  target: BackupTarget,
  body: Omit<Manifest, 'format' | 'previous' | 'mac'>,
  mac: BackupMac,
): Promise<Manifest> {
  const previous = (await listManifests(target)).at(-1)?.mac ?? null;
  const told: Omit<Manifest, 'mac'> = { ...body, format: FORMAT, previous };
  const manifest = { ...told, mac: mac.of('manifest', bytesOf(told)).toString('hex') };
  await target.put(
    `base/${manifest.id}/manifest.json`,
    Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  );
  return manifest;
}

/** @throws {BackupRefused} when it was not made, or not so, by whoever has the master key */
export function assertMade(manifest: Manifest, by: BackupMac): void {
  if (!isMade(manifest, by))
    throw new BackupRefused(
      `Backup ${manifest.id} was not made with this MASTER_KEY, or its manifest was changed since.`,
      'foreign',
    );
}

/**
 * The backups before which another one was removed or put in between, and those that were changed. The oldest ones are
 * removed rightly, and may be of a key that is gone: the chain begins with the first that these keys made.
 */
export function findBrokenChain(manifests: readonly Manifest[], by: BackupMac): string[] {
  const chain = manifests.slice(manifests.findIndex((one) => isMade(one, by)));
  return chain
    .filter((one, at) => at > 0 && (one.previous !== chain[at - 1]?.mac || !isMade(one, by)))
    .map(({ id }) => id);
}

function isMade({ mac, ...told }: Manifest, by: BackupMac): boolean {
  return by.isRight('manifest', bytesOf(told), Buffer.from(mac, 'hex'));
}

/** In an order of its own, whatever the order of a file. */
const bytesOf = (told: Omit<Manifest, 'mac'>): Buffer =>
  Buffer.from(JSON.stringify(Manifest.omit({ mac: true }).parse(told)));

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The finished backups, oldest first, but for those of an earlier format, whose names are told. */
export async function listManifests(
  target: BackupTarget,
  passOver: (name: string) => void = () => undefined,
): Promise<Manifest[]> {
  const names = (await target.list('base/')).filter((name) => name.endsWith('/manifest.json'));
  const found: Manifest[] = [];
  for (const name of names) {
    const bytes = await target.get(name);
    const manifest = bytes && readManifest(name, bytes);
    if (manifest) found.push(manifest);
    else if (bytes) passOver(name);
  }
  return found;
}

/** Says in brackets that there are backups which `listManifests` passed over; empty where there are none. */
export const passedOver = ({ length }: readonly string[]): string =>
  length > 0
    ? ` (${length} of an earlier version of the product are passed over; restore them with that version)`
    : '';

/** Null for one of an earlier format. */
function readManifest(name: string, bytes: Buffer): Manifest | null {
  try {
    const told: unknown = JSON.parse(bytes.toString('utf8'));
    return Earlier.safeParse(told).success ? null : Manifest.parse(told);
  } catch (cause) {
    throw new BackupRefused(`${name} is no manifest that this version can read.`, 'damaged', { cause });
  }
}

/** A backup or a restore must not go on; the message tells the operator why. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
  /** What a trial of a restore failed by, in a word. */
  readonly fault: TrialFault;

  constructor(message: string, fault: TrialFault = 'damaged', options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** Of two processes that begin one the second is told. */
export class BackupUnderWay extends BackupRefused {
  override name = 'BackupUnderWay';
}
