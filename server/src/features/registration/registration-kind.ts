import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { QrKind } from '../qr-signing/public.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockRegistration, type RegistrationRow } from './registration.queries.ts';
import type { SignedByPhone } from './sign-by-phone.ts';
import { contractByPhone } from './sign-contract.ts';
import { ecpByPhone } from './sign-ecp.ts';
import { inputHash, isRepeat, moveRegistration } from './take-step.ts';

/** What a phone signs for a registration: its challenge, or the contract, which is a file. */
export function registrationKind(parts: Parts): QrKind {
  const { db } = parts;
  const [challenge, contract] = [ecpByPhone(parts), contractByPhone(parts)];
  const find = (subject_id: number | null | undefined) =>
    db.transaction().execute((tx) => lockRegistration(tx, subject_id ?? 0));
  const thingOf = (file_id: number | null) => (file_id === null ? challenge : contract);

  return {
    doc_type: 'registration',
    async check(_owner, [item]) {
      const file_id = item?.file_id ?? null;
      await db.transaction().execute(async (tx) => {
        const row = await lockRegistration(tx, item?.subject_id ?? 0);
        if (!row) throw new Problem('signature.other_version');
        await thingOf(file_id).check(tx, row, file_id);
      });
    },
    async take({ items: [item] }) {
      const position = item?.position ?? 1;
      try {
        const seen = await find(item?.subject_id);
        if (!seen || !item) throw new Problem('not_found');
        await takeSigned(parts, thingOf(item.file_id), seen, item.signature);
        return [{ position, status: 'ok', code: null, detail: null }];
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return [{ position, status: 'failed', code: error.code, detail: error.detail }];
      }
    },
  };
}

/** A repeat is recognised by the stage it has led to. */
async function takeSigned(
  parts: Parts,
  thing: SignedByPhone,
  seen: RegistrationRow,
  cms: Buffer,
): Promise<void> {
  const step = thing.step(cms);
  const evidence = thing.isOpen(seen) ? await thing.gather(seen, cms) : null;
  await parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockRegistration(tx, seen.id));
    if (!thing.isOpen(row)) {
      if (isRepeat(parts, row, step)) return;
      throw new Problem(thing.ended);
    }
    const change = await thing.take(tx, row, seen, evidence);
    await moveRegistration(tx, row, step.action, { ...change, last_input: inputHash(parts, step) });
  });
}
