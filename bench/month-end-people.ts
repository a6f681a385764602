import { sql } from 'kysely';
import type { IssuedKey, SandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';
import { hashPassword } from '../server/src/features/auth/public.ts';
import type { Database } from '../server/src/platform/db/database.ts';

const DAY_MS = 86_400_000;

/** A company with its director and `executors` sole traders under contract, each with a GOST key of `authority`. */
export async function addPeople(
  db: Database,
  authority: SandboxNca,
  { executors, password }: { executors: number; password: string },
) {
  const hash = await hashPassword(password);
  await sql`insert into companies (role, type, name, bin, address, ceo_name, director_position)
    values ('business', 'too', 'ТОО «Замер»', '940140000385', 'г. Алматы, ул. Абая, 1', 'Омаров А. Б.', 'директор')`.execute(
    db,
  );
  await sql`insert into companies (role, type, name, bin, address, ceo_name)
    select 'executor', 'ip', 'ИП Исполнитель ' || n, (900000000000 + n)::text, 'г. Алматы, ул. Абая, ' || n, 'Сынақов ' || n
    from generate_series(1, ${executors}::int) n`.execute(db);
  await sql`insert into users (email, full_name, iin, password_hash)
    select 'bench' || c.id || '@kelisim.example', 'Сынақов Әлібек', case c.role when 'business' then '850101350003' else c.bin end, ${hash}
    from companies c`.execute(db);
  await sql`insert into memberships (user_id, company_id, role_id)
    select u.id, c.id, case c.role when 'business' then 1 else 3 end
    from companies c join users u on u.email = 'bench' || c.id || '@kelisim.example'`.execute(db);
  await sql`insert into executors (company_id, executor_company_id, status)
    select 1, id, 'active' from companies where role = 'executor'`.execute(db);
  await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
    select c.id, (select min(id) from banks), 'KZ00000' || lpad(c.id::text, 13, '0'), '19', true from companies c`.execute(
    db,
  );
  await sql`insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
    values (1, 'bench', 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), 'be/nch')`.execute(db);
  await sql`insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date, source_file_id, frozen_file_id)
    select 1, c.id, row_number() over (), 'Договор ' || c.id, 'services', 'signed', '2020-01-01', '2020-01-01', '2035-01-01', f.id, f.id
    from companies c, files f where c.role = 'executor'`.execute(db);
  const sides = await sql<{
    company_id: number;
    user_id: number;
    session_id: number;
    bin: string;
    iin: string;
  }>`
    with s as (insert into sessions (user_id, company_id, refresh_hash, expires_at)
      select m.user_id, m.company_id, sha256(m.user_id::text::bytea), now() + interval '1 day' from memberships m
      returning id, user_id, company_id)
    select s.company_id, s.user_id, s.id as session_id, c.bin, u.iin
    from s join companies c on c.id = s.company_id join users u on u.id = s.user_id order by s.company_id`.execute(
    db,
  );
  const keyed: { company_id: number; user_id: number; session_id: number; key: IssuedKey }[] = [];
  for (const { bin, iin, ...by } of sides.rows) {
    const business = by.company_id === 1;
    const key = await authority.issueKey({
      algorithm: 'gost512',
      subject: { common_name: 'СЫНАҚОВ ӘЛІБЕК', iin, ...(business ? { organization: 'Замер', bin } : {}) },
      profile: { kind: 'signer', rights: business ? ['organisation', 'head'] : ['person'] },
      password: 'bench',
      not_before: new Date(Date.now() - DAY_MS),
      not_after: new Date(Date.now() + DAY_MS),
    });
    keyed.push({ ...by, key });
  }
  return { director: keyed[0]!, keyed };
}
