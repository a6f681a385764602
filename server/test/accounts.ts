import { randomInt } from 'node:crypto';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { TestApp } from './make-app.ts';

/** A bank and the number of an account in it that nobody has yet. */
export async function newAccount(app: TestApp): Promise<{ bank_id: number; iban: string }> {
  const bank = await app.parts.db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('iban_code', 'is not', null)
    .where('is_active', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const account = String(randomInt(1e12)).padStart(13, '9');
  return { bank_id: bank.id, iban: makeIban(bank.iban_code!, account) };
}

/** Another account of a company, which is not its main one. */
export async function makeAccount({
  app,
  world,
}: {
  app: TestApp;
  world: { company: { id: number } };
}): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('bank_requisites')
    .values({ company_id: world.company.id, kbe: '17', is_main: false, ...(await newAccount(app)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
