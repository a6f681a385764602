import type { CompanyDeedKind } from '@kelisim/shared/features/companies/companies.contract.ts';
import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { listReached, tellPerson } from '../notices/public.ts';
import { addDeedRow, getDeedWords, type CompanyDeed, type Fields } from './company-history.queries.ts';

/** What papers say of a company moves neither money nor rights. */
const QUIET: readonly CompanyDeedKind[] = ['company_changed'];

/**
 * Writes down who changed what, the changed fields alone, and tells everybody who heads the company, whoever made the
 * change: a stolen session must not stay unseen. Returns false when nothing has changed.
 */
export async function noteCompanyDeed(
  parts: Pick<Parts, 'config' | 'clock'>,
  tx: Tx,
  deed: CompanyDeed,
): Promise<boolean> {
  const { before, after } = changedFields(deed.before, deed.after);
  if (Object.keys(before).length + Object.keys(after).length === 0) return false;
  const id = await addDeedRow(tx, { ...deed, before, after });
  if (QUIET.includes(deed.action)) return true;
  const { company_id } = deed;
  const { full_name, company_name, role } = await getDeedWords(tx, deed);
  for (const person of await listReached(tx, company_id, []))
    await tellPerson(parts, tx, person, {
      kind: 'company_guarded',
      company_id,
      words: {
        deed: deed.action,
        ...nameOf({ ...before, ...after }),
        who: deed.key ? `${plainName(full_name)} (API: ${plainName(deed.key.name)})` : plainName(full_name),
        party: plainName(company_name),
        when: shownMoment(parts.clock.now()),
        where: deed.ip ?? '–',
      },
      path: `/lk/${role}/settings/company`,
      once: String(id),
    });
  return true;
}

/** Whom or what it was done to, where the deed alone does not say. */
function nameOf({ email, employee, key, url }: Fields): { of?: string } {
  if (email) return { of: email };
  if (url) return { of: new URL(url).host };
  const name = employee ?? key;
  return name ? { of: plainName(name) } : {};
}

function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = (one: Fields, other: Fields) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => value !== (other[name] ?? null)));
  return { before: changed(before, after), after: changed(after, before) };
}
