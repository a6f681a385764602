import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { plainName } from '../../platform/plain-name.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { listReached, quietUntil, tellPerson } from '../notices/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import type { CallingKey } from './api-keys.queries.ts';
import { listEnding, noteRefusal, noteWarning } from './tell-of-keys.queries.ts';

const PATH = '/lk/business/settings/api';

/** Tells who heads the company that a known key was refused, once a day: it may be in the wrong hands. */
export async function tellOfRefusal(
  parts: Pick<Parts, 'config' | 'db' | 'clock' | 'log'>,
  key: CallingKey,
  ip: string,
): Promise<void> {
  const { id, company_id, user_id, name, fault } = key;
  if (fault === null) return;
  try {
    await parts.db.transaction().execute(async (tx) => {
      if (!(await noteRefusal(tx, id))) return;
      const detail = { api_key_id: id, api_key: name, fault };
      await addSecurityEvent(tx, { user_id, company_id, ip, kind: 'api_key_refused', detail });
      const now = parts.clock.now();
      for (const person of await listReached(tx, company_id, []))
        await tellPerson(parts, tx, person, {
          kind: 'api_key_refused',
          company_id,
          words: { key: plainName(name), fault, where: ip },
          path: PATH,
          once: `${id}:${now.toISOString()}`,
        });
    });
  } catch (error) {
    // The request is refused whether or not it could be told.
    parts.log.error({ event: 'api_key.refusal_untold', api_key_id: id, error: String(error) });
  }
}

/** Tells who heads the company that a key ends soon: 30, 7 and 1 days before. */
export async function warnOfEnds(parts: Pick<Parts, 'config' | 'db' | 'clock' | 'log'>): Promise<void> {
  const now = parts.clock.now();
  await eachJob(parts, 'api_keys.ends', await listEnding(parts.db, now), (key) =>
    parts.db.transaction().execute(async (tx) => {
      if (!(await noteWarning(tx, key))) return;
      // It is good until the first moment after its last day.
      const day = formatDate(almatyDate(new Date(key.expires_at.getTime() - 1)));
      for (const person of await listReached(tx, key.company_id, []))
        await tellPerson(parts, tx, person, {
          kind: 'api_key_ends',
          company_id: key.company_id,
          words: { key: plainName(key.name), party: plainName(key.company_name), day },
          path: PATH,
          once: `${key.id}:${key.days}`,
          not_before: quietUntil(now),
        });
    }),
  );
}

export function apiKeyWatchers(parts: Parts): Watcher[] {
  return [{ name: 'api_keys.ends', every_ms: 3_600_000, run: () => warnOfEnds(parts) }];
}
