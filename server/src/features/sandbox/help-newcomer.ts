import { randomInt } from 'node:crypto';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { Parts } from '../../parts.ts';
import type { Database } from '../../platform/db/database.ts';
import { readLiveCode } from '../messages/public.ts';
import { keyHash } from '../registration/public.ts';
import { findRecipient, isTaken } from './newcomers.queries.ts';

type SampleKind = 'too' | 'ip' | 'individual';

/** Who stands in the register of the sandbox under a made-up number; `app.ts` knows the register. */
export type SampleCompany = (
  kind: SampleKind,
  end: number,
) => { bin: string; head_name: string | null } | null;

const ACCOUNT_BANK = '722';

/** Everything that the pages of a registration ask for, of somebody who does not exist. */
export async function makeSample(db: Database, sampleCompany: SampleCompany, kind: SampleKind) {
  const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
  for (;;) {
    const found = sampleCompany(kind, randomInt(10_000));
    if (!found || (await isTaken(db, found.bin))) continue;
    return {
      bin: found.bin,
      full_name: found.head_name ?? '',
      phone: `+7700${digits(7)}`,
      email: `new${digits(6)}@newcomer.example`,
      iban: makeIban(ACCOUNT_BANK, digits(13)),
    };
  }
}

/** What the sandbox has printed instead of sending it. */
export async function findCode(parts: Parts, to: string): Promise<string | null> {
  const recipient = /^[0-9a-f]{64}$/.test(to) ? await findRecipient(parts.db, keyHash(to)) : to;
  return recipient && (await readLiveCode(parts, recipient));
}
