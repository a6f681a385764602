import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { askForName } from './change-name.ts';
import { getPaperFields, lockCompany, setPaperFields, type PaperFields } from './companies.queries.ts';

/** What is given is changed, the rest stays; a field that is given empty has nothing afterwards. */
export function updateCompany(
  parts: Pick<Parts, 'db' | 'clock' | 'config'>,
  actor: CompanyActor & { ip: string },
  {
    name,
    name_kz,
    ...given
  }: { name?: string | undefined } & {
    [Field in keyof PaperFields | 'name_kz']?: string | null | undefined;
  },
): Promise<void> {
  const { company_id, user_id } = actor;
  return parts.db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id);
    await askForName(parts, tx, actor, { name, name_kz });
    const before = await getPaperFields(tx, company_id);
    const change = Object.fromEntries(
      Object.entries(given).map(([field, value]) => [field, value?.trim() || null]),
    );
    const after = { ...before, ...change };
    const deed = { company_id, user_id, ip: actor.ip, action: 'company_changed' as const };
    if (await noteCompanyDeed(parts, tx, { ...deed, before, after }))
      await setPaperFields(tx, company_id, after);
  });
}
