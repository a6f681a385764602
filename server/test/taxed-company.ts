import { randomBytes, randomInt } from 'node:crypto';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sql } from 'kysely';
import { hashPassword } from '../src/features/auth/public.ts';
import type { Database } from '../src/platform/db/database.ts';
import type { TaxedPerson } from './taxed-people.ts';

export interface TaxedCompany {
  id: number;
  director: string;
  iban: string;
  people: { id: number; email: string; bin: string; iban: string }[];
}

const BANK = 'HSBKKZKX';
const SURNAMES = ['Ахметов', 'Оспанов', 'Ким', 'Петров', 'Сериков', 'Иванов', 'Жумабаев', 'Нұрланов'];
const GIVEN = ['Арман', 'Нурлан', 'Сергей', 'Тимур', 'Данияр'];

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');

/** БИН of a company, or ИИН of somebody who was born in the eighties; nobody has it. */
function newNumber(kind: 'bin' | 'iin'): string {
  for (;;) {
    const month = String(1 + randomInt(12)).padStart(2, '0');
    const day = String(1 + randomInt(28)).padStart(2, '0');
    const start =
      kind === 'bin' ? `1${digits(1)}${month}40${digits(5)}` : `8${digits(1)}${month}${day}3${digits(4)}`;
    const number = withCheckDigit(start);
    if (number) return number;
  }
}

/**
 * A company of its own with these people, who sign in by the password, their contracts, and acts of a day that both have
 * signed. What the people are is not told yet.
 */
export async function makeTaxedCompany(
  db: Database,
  people: readonly TaxedPerson[],
  { day, password }: { day: string; password: string },
): Promise<TaxedCompany> {
  const password_hash = await hashPassword(password);
  const bank = await db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('bic', '=', BANK)
    .executeTakeFirstOrThrow();
  const mark = randomBytes(6).toString('hex');
  const iban = makeIban(bank.iban_code!, digits(13));
  const addParty = async (of: {
    role: 'business' | 'executor';
    type: 'too' | 'ip' | 'individual';
    name: string;
    bin: string;
    person: { email: string; full_name: string; iin: string };
    iban: string;
  }) => {
    const kbe = of.type === 'too' ? '17' : '19';
    const { rows } = await sql<{ id: number }>`
      with c as (insert into companies (role, type, name, bin, kbe, status, ceo_name)
             values (${of.role}, ${of.type}, ${of.name}, ${of.bin}, ${kbe}, 'active', ${of.person.full_name})
             returning id),
           u as (insert into users (email, full_name, iin, password_hash)
             values (${of.person.email}, ${of.person.full_name}, ${of.person.iin}, ${password_hash}) returning id),
           m as (insert into memberships (user_id, company_id, role_id)
             select u.id, c.id, ${of.role === 'business' ? 1 : 3} from u, c),
           r as (insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
             select c.id, ${bank.id}, ${of.iban}, ${kbe}, true from c)
      select id from c`.execute(db);
    return rows[0]!.id;
  };
  const director = `taxes-${mark}@kelisim.example`;
  const id = await addParty({
    role: 'business',
    type: 'too',
    name: `ТОО «Салық ${mark}»`,
    bin: newNumber('bin'),
    person: { email: director, full_name: 'Омаров Арман Болатович', iin: newNumber('iin') },
    iban,
  });
  await sql`
    insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
    values (${id}, ${`taxes-${mark}`}, 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), ${`ta/xes-${mark}`})`.execute(
    db,
  );
  const made: TaxedCompany = { id, director, iban, people: [] };
  for (const [at, { told, acts }] of people.entries()) {
    const iin = newNumber('iin');
    const full_name = `${SURNAMES[at % 8]!} ${GIVEN[at % 5]!} ${GIVEN[(at + 2) % 5]!}ұлы`;
    const is_entity = told.standing === 'too';
    const person = { email: `taxed-${mark}-${at + 1}@kelisim.example`, full_name, iin };
    const account = makeIban(bank.iban_code!, digits(13));
    const bin = is_entity ? newNumber('bin') : iin;
    const party = await addParty({
      role: 'executor',
      type: is_entity ? 'too' : told.standing === 'ip' ? 'ip' : 'individual',
      name: is_entity ? `ТОО «Орындаушы ${mark}»` : told.standing === 'ip' ? `ИП ${full_name}` : full_name,
      bin,
      person,
      iban: account,
    });
    made.people.push({ id: party, email: person.email, bin, iban: account });
    await sql`
      with e as (insert into executors (company_id, executor_company_id, status)
        values (${id}, ${party}, 'active')),
      d as (insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date,
          end_date, source_file_id, frozen_file_id)
        select ${id}, ${party}, ${String(at + 1)}, ${`Договор ${at + 1}`}, 'gph', 'signed', ${addDays(day, -300)},
          ${addDays(day, -300)}, ${addDays(day, 400)}, f.id, f.id from files f where f.company_id = ${id}
        returning id, frozen_file_id)
      insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date,
        start_date, end_date, knp, amount_tiyn, frozen_file_id)
      select ${id}, ${party}, d.id, ${Number(day.slice(0, 4))}, ${at} * 10 + s.n, 'Услуги ' || s.n, 'signed', ${day},
        ${addDays(day, -20)}, ${day}, '859', s.sum * 100, d.frozen_file_id
      from d, unnest(${acts}::numeric[]) with ordinality s (sum, n)`.execute(db);
  }
  return made;
}
