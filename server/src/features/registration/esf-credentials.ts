import type { Tx } from '../../platform/db/database.ts';
import { makeKeyring, type MasterKeys } from '../../platform/keyring.ts';
import { putEsfCredentials } from './make-company.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

const esfPasswordContext = (of: string) => `esf:${of}`;
export const esfPasswordOfCompany = (company_id: number) => `company:${company_id}`;
export const esfPasswordOfRegistration = (id: number) => `registration:${id}`;

/** The password of an ИС ЭСФ login, to be opened only where the same `of` is known. */
export function sealEsfPassword(config: MasterKeys, of: string, password: string): Buffer {
  return makeKeyring(config, 'esf-passwords').seal(esfPasswordContext(of), Buffer.from(password, 'utf8'));
}

export function openEsfPassword(config: MasterKeys, of: string, sealed: Buffer): string {
  return makeKeyring(config, 'esf-passwords').open(esfPasswordContext(of), sealed).toString('utf8');
}

/** The ИС ЭСФ login of a company, instead of the one it had. */
export async function setEsfCredentials(
  config: MasterKeys,
  tx: Tx,
  of: { company_id: number; user_id: number },
  login: string,
  password: string,
): Promise<void> {
  const row = {
    login,
    password_sealed: sealEsfPassword(config, esfPasswordOfCompany(of.company_id), password),
    updated_by: of.user_id,
  };
  await putEsfCredentials(tx, { company_id: of.company_id, ...row });
}

export const sealedEsfPasswords: SealedColumn[] = [
  {
    purpose: 'esf-passwords',
    table: 'esf_credentials',
    key: 'company_id',
    column: 'password_sealed',
    of: ['company_id'],
    context: ({ company_id }) => esfPasswordContext(esfPasswordOfCompany(Number(company_id))),
  },
  {
    purpose: 'esf-passwords',
    table: 'registrations',
    key: 'id',
    column: 'esf_password_sealed',
    of: ['id'],
    context: ({ id }) => esfPasswordContext(esfPasswordOfRegistration(Number(id))),
  },
];
