import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { issueKeys, type IssueKey } from './issue-key.ts';
import { giveKeys } from './member-keys.ts';
import { listSigningRegistrations } from './newcomers.queries.ts';
import { listPhoneKeys } from './sandbox.queries.ts';

interface Parts {
  db: Database;
  clock: Clock;
  issue: IssueKey | null;
}

/** People whose keys the training phone holds: members, then who registers. Whoever has no key yet is given one. */
export function phonePeople({ db, clock, issue }: Parts) {
  const list = async () => {
    if (issue) await giveKeys({ db, clock, issue }, null);
    const rows = await listPhoneKeys(db);
    const people = Map.groupBy(rows, (row) => JSON.stringify([row.full_name, row.company]));
    const members = [...people.values()].map((keys) => ({
      name: keys[0]!.full_name,
      company: keys[0]!.company,
      keys: keys.map((key) => ({
        algorithm: key.algorithm as 'gost512' | 'rsa',
        file_name: key.file_name,
        password: key.password,
        pkcs12: key.pkcs12.toString('base64'),
      })),
    }));
    const registering = issue ? await listSigningRegistrations(db) : [];
    const newcomers: typeof members = [];
    for (const { bin, name, ceo } of registering) {
      const [own] = await issueKeys(
        { issue: issue!, clock },
        { bin: bin!, company_name: name ?? '', full_name: ceo ?? name ?? '' },
      );
      const { role: _, ...key } = own!;
      newcomers.push({
        name: ceo ?? name ?? '',
        company: name ?? '',
        keys: [{ algorithm: 'gost512' as const, ...key }],
      });
    }
    return [...members, ...newcomers];
  };
  /** Many who ask at once would each make the same keys, and hold up everybody else: who waits gets one answer. */
  let before: Promise<unknown> = Promise.resolve();
  let next: ReturnType<typeof list> | null = null;
  return () => {
    if (next) return next;
    next = before.then(() => {
      next = null;
      return list();
    });
    before = next.catch(() => undefined);
    return next;
  };
}
