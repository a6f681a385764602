import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/**
 * The small files beside database and file store, by their paths below DATA_DIR of the restored product: the passwords of
 * the embedded database and whom signatures are checked against. Certificates are public, but what the operator
 * distrusts is only here. The master key is never among them.
 */
export function gatherInstallation(
  { trust_dir, data_dir }: Pick<Config, 'trust_dir' | 'data_dir'>,
  postgres_folder: string | null,
): Record<string, Buffer> {
  const trust = trust_dir
    ? readFolder(trust_dir, TRUST_FOLDER)
    : readFolder(join(data_dir, SANDBOX_TRUST_FOLDER), SANDBOX_TRUST_FOLDER);
  if (!postgres_folder) return trust;
  return { ...trust, 'postgres/secrets.json': readFileSync(join(postgres_folder, 'secrets.json')) };
}

export const TRUST_FOLDER = 'trust';
export const SANDBOX_TRUST_FOLDER = 'sandbox-nca';

function readFolder(from: string, name: string): Record<string, Buffer> {
  const files = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((file) => [`${name}/${file.name}`, readFileSync(join(from, file.name))]),
  );
}
