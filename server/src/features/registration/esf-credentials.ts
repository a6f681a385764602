import type { Config } from '../../platform/config.ts';
import { deriveKey } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { putEsfCredentials } from './make-company.queries.ts';

const keyOf = (config: Pick<Config, 'master_key'>) => deriveKey(config.master_key, 'esf-passwords');

/** The password of an ИС ЭСФ login, to be opened only where the same `of` is known. */
export function sealEsfPassword(config: Pick<Config, 'master_key'>, of: string, password: string): Buffer {
  return seal(keyOf(config), `esf:${of}`, Buffer.from(password, 'utf8'));
}

export function openEsfPassword(config: Pick<Config, 'master_key'>, of: string, sealed: Buffer): string {
  return unseal(keyOf(config), `esf:${of}`, sealed).toString('utf8');
}

/** The ИС ЭСФ login of a company, instead of the one it had. */
export async function setEsfCredentials(
  config: Pick<Config, 'master_key'>,
  tx: Tx,
  of: { company_id: number; user_id: number },
  login: string,
  password: string,
): Promise<void> {
  const row = {
    login,
    password_sealed: sealEsfPassword(config, `company:${of.company_id}`, password),
    updated_by: of.user_id,
  };
  await putEsfCredentials(tx, { company_id: of.company_id, ...row });
}
