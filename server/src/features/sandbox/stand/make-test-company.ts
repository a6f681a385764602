import { randomBytes, randomInt } from 'node:crypto';
import { STAND_EXECUTORS, type TestCompany } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { ROLE_DIRECTOR, ROLE_EXECUTOR } from '@kelisim/shared/kernel/rights.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { hashPassword } from '../../auth/public.ts';
import { joinExecutor } from '../../executors/public.ts';
import { putCompany, setEsfCredentials } from '../../registration/public.ts';
import type { Parts } from '../../../parts.ts';
import { isTaken } from '../newcomers.queries.ts';
import { addPerson, addStanding, findBank, STAND_MAIL } from './stand.queries.ts';

const BANKS = { business: 'KCJBKZKX', executor: 'HSBKKZKX' } as const;
const ENDINGS = [
  'А',
  'Б',
  'В',
  'Г',
  'Д',
  'Е',
  'Ж',
  'И',
  'К',
  'Л',
  'М',
  'Н',
  'О',
  'П',
  'Р',
  'С',
  'Т',
  'У',
  'Ф',
  'Х',
];
const KIND_NAMES = { ip: 'ИП ', individual: '', self_employed: '' } as const;

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
const two = (most: number) => String(1 + randomInt(most)).padStart(2, '0');

interface Wish {
  name?: string | undefined;
  executors?: number | undefined;
}

/** A company that nobody has, its director, and executors who have joined it: each kind in its turn. */
export async function makeTestCompany(
  { config }: Pick<Parts, 'config'>,
  tx: Tx,
  { name, executors = 3 }: Wish,
): Promise<Made> {
  // One for all of them: hashing is dear.
  const password = `test-${randomBytes(9).toString('base64url')}`;
  const password_hash = await hashPassword(password);
  const bin = await freeNumber(tx, () => `${10 + randomInt(15)}${two(12)}40${digits(5)}`);
  const mark = bin.slice(6, 11);
  const company_name = name ?? `ТОО «Тест ${mark}»`;
  const director = await addMember(tx, {
    kind: 'business',
    name: company_name,
    full_name: `Тестов Директор ${mark}`,
    bin,
    iin: await freeNumber(tx, personNumber),
    mail: `director.${bin}${STAND_MAIL}`,
    password_hash,
  });
  const made: TestCompany['executors'] = [];
  for (let i = 0; i < executors; i++) {
    const kind = STAND_EXECUTORS[i % STAND_EXECUTORS.length] ?? 'ip';
    const full_name = `Тестов Исполнитель ${ENDINGS[i]}${mark}`;
    const number = await freeNumber(tx, personNumber);
    const executor = await addMember(tx, {
      kind,
      name: `${KIND_NAMES[kind]}${full_name}`,
      full_name,
      bin: number,
      iin: number,
      mail: `executor${i + 1}.${bin}${STAND_MAIL}`,
      password_hash,
    });
    if (kind !== 'ip') await addStanding(tx, executor.company_id, kind);
    else await setEsfCredentials(config, tx, executor, number, password);
    const pair = { company_id: director.company_id, executor_company_id: executor.company_id };
    await joinExecutor(tx, pair, 'join', executor.user_id);
    made.push({
      kind,
      executor_company_id: executor.company_id,
      bin: number,
      name: executor.name,
      email: executor.mail,
      password,
    });
  }
  return {
    director_id: director.user_id,
    answer: {
      company: { id: director.company_id, bin, name: company_name, iban: director.iban },
      director: { email: director.mail, password },
      executors: made,
    },
  };
}

interface Made {
  director_id: number;
  answer: TestCompany;
}

interface NewMember {
  kind: 'business' | (typeof STAND_EXECUTORS)[number];
  name: string;
  full_name: string;
  bin: string;
  iin: string;
  mail: string;
  password_hash: string;
}

async function addMember(tx: Tx, { kind, name, full_name, bin, iin, mail, password_hash }: NewMember) {
  const side = kind === 'business' ? ('business' as const) : ('executor' as const);
  const user_id = await addPerson(tx, {
    email: mail,
    password_hash,
    full_name,
    iin,
    is_email_verified: true,
  });
  const bank = await findBank(tx, BANKS[side]);
  const kbe = side === 'business' ? '17' : '19';
  const account = { bank_id: bank.id, iban: makeIban(bank.iban_code, digits(13)), kbe };
  const company = {
    role: side,
    type: kind === 'business' ? ('too' as const) : kind === 'ip' ? ('ip' as const) : ('individual' as const),
    name,
    bin,
    kbe,
    address: 'г. Алматы',
    email: mail,
    ceo_name: full_name,
    director_id: user_id,
    director_position: side === 'business' ? 'Директор' : null,
  };
  const role_id = side === 'business' ? ROLE_DIRECTOR : ROLE_EXECUTOR;
  const company_id = await putCompany(tx, null, company, { user_id, role_id }, account);
  return { user_id, company_id, name, mail, iban: account.iban };
}

const personNumber = () => `${70 + randomInt(30)}${two(12)}${two(28)}${3 + randomInt(2)}${digits(4)}`;

/** With a right check digit, and of nobody. */
async function freeNumber(tx: Tx, draw: () => string): Promise<string> {
  for (;;) {
    const number = withCheckDigit(draw());
    if (number && !(await isTaken(tx, number))) return number;
  }
}
