import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { assertOfBank } from '../banking/public.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { addOffice, findOffice } from './office.queries.ts';
import { holdTold } from './told.queries.ts';

/** Writes down where a company pays its taxes from a day on; the same again changes nothing. */
export function enterOffice(
  parts: Parts,
  actor: CompanyActor & { ip: string },
  office: { valid_from: string; name: string; bin: string; iban: string; bank_id: number },
): Promise<void> {
  const { company_id, user_id, ip } = actor;
  const { valid_from, bank_id, iban } = office;
  if (!isBin(office.bin)) throw new Problem('field.bin', { field: 'bin' });
  return parts.db.transaction().execute(async (tx) => {
    await holdTold(tx, company_id);
    await assertOfBank(tx, actor, { bank_id, iban });
    const before = await findOffice(tx, company_id, valid_from);
    const said = { ...office, name: office.name.trim() };
    if (
      before &&
      (['name', 'bin', 'iban', 'bank_id'] as const).every((field) => before[field] === said[field])
    )
      return;
    await addOffice(tx, { company_id, ...said, entered_by: user_id, entered_at: parts.clock.now() });
    await noteCompanyDeed(parts, tx, {
      company_id,
      user_id,
      ip,
      action: 'tax_office_entered',
      before: before ? { iban: before.iban } : {},
      after: { iban, from: valid_from },
    });
  });
}
