import { shownMoment } from '@kelisim/shared/kernel/dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { plainName } from '../../platform/plain-name.ts';
import type { Parts } from '../../parts.ts';
import { tellOfEndpoint } from '../events/public.ts';
import { listReached, tellPerson } from '../notices/public.ts';
import { setEndpoint, type EndpointRow } from './endpoints.queries.ts';

/** Sends nothing there any more, and tells everybody who heads the company. What waits is kept. */
export async function switchOff(
  parts: Pick<Parts, 'config' | 'clock'>,
  tx: Tx,
  endpoint: EndpointRow,
  off_why: 'failing' | 'gone',
): Promise<void> {
  const { company_id, id, url } = endpoint;
  await setEndpoint(tx, endpoint, { state: 'off', off_why });
  await tellOfEndpoint(tx, company_id, id);
  const company = await getCompany(tx, company_id, ['name', 'role']);
  const now = parts.clock.now();
  for (const person of await listReached(tx, company_id, []))
    await tellPerson(parts, tx, person, {
      kind: 'company_guarded',
      company_id,
      words: {
        deed: 'webhook_off',
        who: new URL(url).host,
        party: plainName(company.name),
        when: shownMoment(now),
        where: '–',
      },
      path: `/lk/${company.role}/settings/api`,
      once: `webhook ${id} ${now.toISOString()}`,
    });
}
