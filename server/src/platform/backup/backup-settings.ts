import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, deriveKey, type S3Settings } from '../config.ts';
import { isRecipient } from './age.ts';

export interface BackupSettings {
  /** A folder, or a bucket and a folder in it. */
  to: { folder: string } | { s3: S3Settings; prefix: string };
  recipients: string[];
  /** Whoever has these can read backups; only for restoring and trials of it. */
  identities: string[];
  keep_days: number;
  /** When restoring is tried, an hour of Almaty; null: not by the product. */
  drill_hour: number | null;
  /** Folder of the programs that start a restored server of an operator; null: those that the product brings. */
  postgres_bin: string | null;
  /** A role with REPLICATION; null with the embedded database, whose own is used. */
  replication_url: string | null;
}

const Environment = z.object({
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((list) => list.every(isRecipient)),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  BACKUP_IDENTITY_FILE: z.string().min(1).optional(),
  BACKUP_DRILL_HOUR: z.union([z.literal('off'), z.coerce.number().int().min(0).max(23)]).optional(),
  POSTGRES_BIN: z.string().min(1).optional(),
  BACKUP_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
});
type Settings = z.output<typeof Environment>;

const DRILL_HOUR = 3;

/**
 * Reads the settings of backups. `to` on the command line wins over BACKUP_TO. Null when there is no place of backups.
 * @throws {ConfigError} naming what is missing or wrong
 */
export function readBackupSettings(
  env: Record<string, string | undefined>,
  to: string | undefined = env.BACKUP_TO,
): BackupSettings | null {
  const known = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = Environment.safeParse(known);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => String(issue.path[0])).join(', ');
    throw new ConfigError(`These settings are not usable: ${wrong}. See docs/operations.md.`);
  }
  if (!to) return null;
  const settings = parsed.data;
  const identities = settings.BACKUP_IDENTITY_FILE ? readIdentities(settings.BACKUP_IDENTITY_FILE) : [];
  return {
    to: placeOf(to, settings),
    recipients: settings.BACKUP_RECIPIENTS,
    identities,
    keep_days: settings.BACKUP_KEEP_DAYS,
    drill_hour: drillHour(settings, identities.length > 0),
    postgres_bin: settings.POSTGRES_BIN ?? null,
    replication_url: settings.BACKUP_DATABASE_URL ?? null,
  };
}

/** Only whoever can open backups tries to restore them. */
function drillHour({ BACKUP_DRILL_HOUR: hour = DRILL_HOUR }: Settings, has_identity: boolean): number | null {
  return hour === 'off' || !has_identity ? null : hour;
}

/** Whether the product can make backups by its settings. @throws {ConfigError} */
export function assertBackupSettings(env: Record<string, string | undefined>): void {
  const settings = readBackupSettings(env);
  if (!settings) return;
  if (settings.recipients.length === 0)
    throw new ConfigError('BACKUP_TO needs BACKUP_RECIPIENTS: "npm run escrow" makes the key they are of.');
  if (env.DATABASE_URL && !settings.replication_url)
    throw new ConfigError('BACKUP_TO needs BACKUP_DATABASE_URL: the database as a role with REPLICATION.');
}

/** Names the master key, and tells nothing of it. */
export function masterKeyId(master_key: Buffer): string {
  return createHash('sha256')
    .update('id\0')
    .update(deriveKey(master_key, 'backup'))
    .digest('hex')
    .slice(0, 16);
}

function placeOf(to: string, settings: Settings): BackupSettings['to'] {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9_/-]*))?$/.exec(to);
  if (!bucket) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to))
      throw new ConfigError(`${to} is no place for backups: give a folder, or s3://bucket/folder.`);
    return { folder: resolve(to) };
  }
  const needs = [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ] as const;
  const [endpoint = '', region = '', access_key_id = '', secret_access_key = ''] = needs.map(
    (name) => settings[name],
  );
  const missing = needs.filter((name) => !settings[name]);
  if (missing.length > 0) throw new ConfigError(`Backups in a bucket need ${missing.join(', ')}.`);
  return {
    prefix: (bucket[2] ?? '').replace(/^\/+|\/+$/g, ''),
    s3: {
      bucket: bucket[1] ?? '',
      endpoint,
      region,
      access_key_id,
      secret_access_key,
      path_style: settings.BACKUP_S3_PATH_STYLE === 'on',
    },
  };
}

/** As age itself keeps them: one a line, and lines of remarks. */
function readIdentities(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`BACKUP_IDENTITY_FILE cannot be read: ${(cause as Error).message}.`, { cause });
  }
  const found = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  if (found.length === 0) throw new ConfigError('BACKUP_IDENTITY_FILE holds no recovery key.');
  return found;
}
