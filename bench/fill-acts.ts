import pg from 'pg';

/**
 * Fills a migrated database with acts by plain SQL: one company with many, and others beside it, so that indexes
 * are as deep and as mixed as in life.
 */
export async function fillActs(
  url: string,
  { acts, of_others, password_hash }: { acts: number; of_others: number; password_hash: string },
): Promise<{ id: number; email: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const email = 'bench@kelisim.example';
  await client.query(
    `insert into companies (role, type, name, bin)
       select 'business', 'too', 'ТОО «Компания ' || n || '»', lpad(n::text, 12, '0') from generate_series(1, 11) n;
     insert into companies (role, type, name, bin)
       select 'executor', 'ip', 'ИП Исполнитель ' || n, lpad(n::text, 12, '0') from generate_series(1, 300) n;
     insert into executors (company_id, executor_company_id, status)
       select b.id, x.id, 'active' from companies b, companies x where b.role = 'business' and x.role = 'executor';
     insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
       select id, 'bench-' || id, 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), 'be/' || id
       from companies where role = 'business';
     insert into documents (company_id, contractor_company_id, number, title, type, status, start_date, end_date, source_file_id, frozen_file_id)
       select e.company_id, e.executor_company_id, row_number() over (partition by e.company_id), 'Договор ' || e.executor_company_id,
              'services', 'signed', '2020-01-01', '2030-01-01', f.id, f.id
       from executors e join files f on f.company_id = e.company_id;
     insert into users (email, full_name, password_hash) values ('${email}', 'Bench', '${password_hash}');
     insert into memberships (user_id, company_id, role_id) select u.id, 1, 1 from users u;`,
  );
  if (acts + of_others > 0) await addActs(client, { after: 0, acts, of_others });
  await client.query('vacuum analyze');
  await client.end();
  return { id: 1, email };
}

/**
 * Has `fill` write as nobody else may: without triggers and foreign keys, and with the indexes of acts made in one go
 * after it. For millions of rows, on a connection of a superuser; what is filled in is right by itself.
 */
export async function fillInOneGo(
  superuser_url: string,
  fill: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuser_url });
  await client.connect();
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'acts' and indexname not in (select conname from pg_constraint)`,
  );
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill(client);
  for (const { definition } of rows) await client.query(definition);
  await client.query('select count_all_acts()');
  await client.query('vacuum analyze');
  await client.end();
}

/** More acts of the same company, numbered on `after` the last, and of the others, in a database filled before. */
export async function addActs(
  client: pg.Client,
  { after, acts, of_others }: { after: number; acts: number; of_others: number },
): Promise<void> {
  await client.query(
    `insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date,
                       end_date, knp, amount_tiyn, frozen_file_id, created_at, updated_at)
     select c.company_id, d.contractor_company_id, d.id, 2024 + n % 3, n, 'Услуги за период ' || n,
            (array['sent', 'signed_by_executor', 'signed_by_business', 'signed', 'paid', 'paid', 'paid', 'paid'])[1 + n % 8],
            date '2024-01-01' + n % 1000, date '2024-01-01' + n % 1000, date '2024-01-31' + n % 1000, '859',
            100000 + (n::bigint * 7919 % 90000000), d.frozen_file_id,
            timestamptz '2024-01-01' + n * interval '7 minutes', timestamptz '2024-01-01' + n * interval '7 minutes'
     from (select 1::bigint as company_id, n from generate_series($3::int + 1, $3::int + $1::int) n
           union all select 2 + n % 10, n / 10 + 1 from generate_series(1, $2::int) n) c
     join documents d on d.company_id = c.company_id and d.number = 1 + c.n % 300`,
    [acts, of_others, after],
  );
}
