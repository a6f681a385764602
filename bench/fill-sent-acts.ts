import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { signCms } from '../eds/src/cms/sign.ts';
import { streebog512 } from '../eds/src/gost/streebog.ts';
import type { IssuedKey, SandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';
import type { Database } from '../server/src/platform/db/database.ts';
import type { NewRun } from '../server/src/platform/jobs/start-run.ts';
import { nodePrimitives as primitives } from '../server/src/platform/node-primitives.ts';

const DAY_MS = 86_400_000;

interface Side {
  user_id: number;
  company_id: number;
  session_id: number;
  key: IssuedKey;
}

export interface SentActs {
  act_ids: number[];
  digests: { sha256: Buffer; streebog512: Buffer }[];
  sides: [executor: Side, business: Side];
}

/** A company and an executor with acts that wait for both signatures, by plain SQL; their files are digests alone. */
export async function fillSentActs(
  db: Database,
  nca: SandboxNca,
  count: number,
  round: number,
): Promise<SentActs> {
  const business = await addSide(db, nca, 'business', `94014000038${round}`, round);
  const executor = await addSide(db, nca, 'executor', `90010135000${round}`, round);
  const digests = Array.from({ length: count }, () => {
    const content = randomBytes(64);
    return {
      sha256: createHash('sha256').update(content).digest(),
      streebog512: Buffer.from(streebog512(content)),
    };
  });
  await sql`insert into executors (company_id, executor_company_id, status)
    values (${business.company_id}, ${executor.company_id}, 'active')`.execute(db);
  const files = await db
    .insertInto('files')
    .values(
      digests.map((digest, i) => ({
        ...digest,
        company_id: business.company_id,
        public_id: `bench-${round}-${i}`,
        kind: 'act',
        name: 'a.pdf',
        media_type: 'application/pdf',
        size_bytes: 1,
        storage_key: `be/${round}-${i}`,
      })),
    )
    .returning('id')
    .execute();
  const file_ids = files.map((file) => file.id).sort((a, b) => a - b);
  const contract = await sql<{ id: number }>`
    insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date,
      source_file_id, frozen_file_id)
    values (${business.company_id}, ${executor.company_id}, 1, 'Договор', 'services', 'signed', '2020-01-01', '2020-01-01',
      '2030-01-01', ${file_ids[0]}, ${file_ids[0]}) returning id`.execute(db);
  const acts = await sql<{ id: number }>`
    insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date,
      start_date, end_date, amount_tiyn, frozen_file_id, frozen_at)
    select ${business.company_id}, ${executor.company_id}, ${contract.rows[0]!.id}, 2026, n, 'Услуги', 'sent',
      '2026-01-31', '2026-01-01', '2026-01-31', 100000, f, now()
    from unnest(${file_ids}::bigint[]) with ordinality as t(f, n) order by n returning id`.execute(db);
  await sql`analyze`.execute(db);
  return { act_ids: acts.rows.map((row) => row.id), digests, sides: [executor, business] };
}

async function addSide(
  db: Database,
  nca: SandboxNca,
  role: 'business' | 'executor',
  number: string,
  round: number,
): Promise<Side> {
  const iin = role === 'executor' ? number : `85010135000${round}`;
  const company = await sql<{ id: number }>`insert into companies (role, type, name, bin)
    values (${role}, ${role === 'business' ? 'too' : 'ip'}, 'Bench', ${number}) returning id`.execute(db);
  const user = await sql<{ id: number }>`insert into users (email, full_name, iin)
    values (${`${role}${round}@kelisim.example`}, 'Bench', ${iin}) returning id`.execute(db);
  const [company_id, user_id] = [company.rows[0]!.id, user.rows[0]!.id];
  await sql`insert into memberships (user_id, company_id, role_id)
    values (${user_id}, ${company_id}, ${role === 'business' ? 1 : 3})`.execute(db);
  const session = await sql<{
    id: number;
  }>`insert into sessions (user_id, company_id, refresh_hash, expires_at)
    values (${user_id}, ${company_id}, ${randomBytes(32)}, now() + interval '1 day') returning id`.execute(
    db,
  );
  const now = Date.now();
  const key = await nca.issueKey({
    algorithm: 'gost512',
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin,
      ...(role === 'business' ? { organization: 'Bench', bin: number } : {}),
    },
    profile: { kind: 'signer', rights: role === 'business' ? ['organisation', 'head'] : ['person'] },
    password: 'bench',
    not_before: new Date(now - DAY_MS),
    not_after: new Date(now + DAY_MS),
  });
  return { user_id, company_id, session_id: session.rows[0]!.id, key };
}

/** A run for each side with its signatures, made before anything is measured: browsers make them. */
export async function signAll({ act_ids, digests, sides }: SentActs): Promise<NewRun[]> {
  const runs: NewRun[] = [];
  for (const { key, ...by } of sides) {
    const items: NewRun['items'] = [];
    for (const [i, subject_id] of act_ids.entries()) {
      const cms = await signCms({ digest: digests[i]!, ...key, signing_time: new Date(), primitives });
      items.push({ subject_id, payload: { cms: Buffer.from(cms).toString('base64') } });
    }
    const idempotency_key = randomBytes(16).toString('hex');
    runs.push({ ...by, kind: 'acts.sign', idempotency_key, request_hash: randomBytes(32), items });
  }
  return runs;
}
