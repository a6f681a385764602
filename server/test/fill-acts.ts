import pg from 'pg';

/** Executors of each measured company, and of all the others together. */
const EXECUTORS = 300;
const OTHERS = 10;

/** A company to be asked about: the ids of the first of its executors, contracts and acts. */
export interface FilledCompany {
  id: number;
  acts: number;
  first_executor_id: number;
  first_executor_bin: string;
  contract_id: number;
  first_act_id: number;
}

/**
 * Fills a migrated database with acts by plain SQL: a company for each of `sizes` with so many, each with executors of
 * its own, and ten other companies beside them that share `of_others`, so that indexes are as deep and as mixed as in
 * life. With the address of a superuser, millions of rows go in past foreign keys and triggers, and their indexes are
 * made after them. Answers the companies and the e-mail of the director of the first.
 */
export async function fillActs(
  url: string,
  {
    sizes,
    of_others,
    password_hash,
    superuser_url,
  }: { sizes: number[]; of_others: number; password_hash: string; superuser_url?: string },
): Promise<{ companies: FilledCompany[]; email: string }> {
  await using client = await connect(url);
  const email = 'bench@kelisim.example';
  const businesses = sizes.length + OTHERS;
  await client.query(
    `insert into companies (role, type, name, bin)
       select 'business', 'too', 'ТОО «Компания ' || n || '»', lpad(n::text, 12, '0') from generate_series(1, ${businesses}) n;
     insert into companies (role, type, name, bin)
       select 'executor', 'ip', 'ИП Исполнитель ' || n, lpad((${EXECUTORS} * g + n)::text, 12, '0')
       from generate_series(0, ${sizes.length}) g, generate_series(1, ${EXECUTORS}) n order by g, n;
     insert into executors (company_id, executor_company_id, status)
       select b.id, x.id, 'active' from companies b, companies x where b.role = 'business' and x.role = 'executor'
         and (x.id - ${businesses} - 1) / ${EXECUTORS} = least(b.id - 1, ${sizes.length});
     insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
       select id, 'bench-' || id, 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), 'be/' || id
       from companies where role = 'business';
     insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date, source_file_id, frozen_file_id)
       select e.company_id, e.executor_company_id,
              row_number() over (partition by e.company_id order by e.executor_company_id),
              'Договор ' || e.executor_company_id, 'services', 'signed', '2020-01-01', '2020-01-01', '2030-01-01', f.id, f.id
       from executors e join files f on f.company_id = e.company_id;
     insert into users (email, full_name, password_hash) values ('${email}', 'Bench', '${password_hash}');
     insert into memberships (user_id, company_id, role_id) select u.id, 1, 1 from users u;`,
  );
  if (superuser_url) await inOneGo(superuser_url, (superuser) => addActs(superuser, sizes, of_others));
  else await addActs(client, sizes, of_others);
  await client.query(
    `insert into counters (company_id, name, year, last)
     select company_id, 'act', year, max(number) from acts group by company_id, year`,
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<FilledCompany>(
    `select c.id::int, size.acts, x.id::int as first_executor_id, x.bin as first_executor_bin, d.id::int as contract_id,
       (select min(id) from acts a where a.company_id = c.id)::int as first_act_id
     from unnest($1::int[]) with ordinality size (acts, company_id)
     join companies c on c.id = size.company_id
     join documents d on d.company_id = c.id and d.number = '1'
     join companies x on x.id = d.contractor_company_id order by c.id`,
    [sizes],
  );
  return { companies: rows, email };
}

async function inOneGo(url: string, fill: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await using client = await connect(url);
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('acts', 'payment_orders', 'settlements') and indexname not in (select conname from pg_constraint)`,
  );
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill(client);
  for (const { definition } of rows) await client.query(definition);
  await client.query('select count_all_acts()');
  await client.query('vacuum analyze');
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

async function addActs(client: pg.Client, sizes: number[], of_others: number): Promise<void> {
  await client.query(
    `insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date,
                       end_date, knp, amount_tiyn, frozen_file_id, created_at, updated_at)
     select c.company_id, d.contractor_company_id, d.id, 2024 + n % 3, n, 'Услуги за период ' || n,
            (array['sent', 'signed_by_executor', 'signed_by_business', 'signed', 'paid', 'paid', 'paid', 'paid'])[1 + n % 8],
            date '2024-01-01' + n % 1000, date '2024-01-01' + n % 1000, date '2024-01-31' + n % 1000, '859',
            100000 + (n::bigint * 7919 % 90000000), d.frozen_file_id,
            timestamptz '2024-01-01' + n * interval '7 minutes', timestamptz '2024-01-01' + n * interval '7 minutes'
     from (select size.company_id, n
             from unnest($1::int[]) with ordinality size (acts, company_id), generate_series(1, size.acts) n
           union all
           select cardinality($1::int[]) + 1 + n % ${OTHERS}, n / ${OTHERS} + 1 from generate_series(1, $2::int) n) c
     join documents d on d.company_id = c.company_id and d.number = (1 + c.n % ${EXECUTORS})::text`,
    [sizes, of_others],
  ); // What the banks have paid of them, each on the tenth day after.
  await client.query(
    `with o as (
       insert into payment_orders (company_id, act_id, end_to_end_id, status, amount_tiyn, knp, purpose, payer_iban,
         payer_bic, payer_kbe, payee_iban, payee_bic, payee_kbe, payee_name, payee_bin, bank, settled_tiyn, settled_on)
       select company_id, id, 'bench-' || id, 'settled', amount_tiyn, knp, '', '', '', '', '', '', '', '', '', '',
         amount_tiyn, act_date + 10
       from acts where status = 'paid' returning company_id, id, amount_tiyn, settled_on)
     insert into settlements (company_id, order_id, amount_tiyn, day, stated_on)
     select company_id, id, amount_tiyn, settled_on, settled_on from o`,
  );
}
