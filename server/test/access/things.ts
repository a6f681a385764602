import { randomUUID } from 'node:crypto';
import { idOf } from '../../src/platform/db/id-of.ts';
import { makeFileOrder } from '../bank-papers.ts';
import type { Given } from '../calls.ts';
import { TODAY } from '../papers.ts';
import { makeExecutor, signInAs } from '../people.ts';
import type { World } from '../two-worlds.ts';
import type { Asking } from './access.ts';

export const act = (id: unknown): Given => ({ params: { act_id: id } });

export const contract = (id: unknown): Given => ({ params: { doc_id: id } });

export const acts = (id: unknown): Given => ({ body: { act_ids: [id] } });

export const reason = { reason: 'Ошибка в сумме' };

/** A passkey of an authenticator nobody has. */
export const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};

export const openingsThing = async ({ app, world }: Asking) => (await makeExecutor(app, world.company)).id;

const OPENINGS = {
  headers: ['ИИН/БИН', 'Договор', 'Долг', 'Аванс'],
  filled: [null, '100.00', null] as (string | null)[],
};

/** A table with this executor; of opening balances when left out. */
export async function openingsOf(executor: unknown, { app }: Asking, { headers, filled } = OPENINGS) {
  const found = await app.parts.db
    .selectFrom('companies')
    .select('bin')
    .where('id', '=', Number(executor))
    .executeTakeFirst();
  const columns = headers.map((header) => ({ header, width: 20, kind: 'text' as const }));
  const rows = [[found?.bin ?? '-', ...filled]];
  const bytes = await app.parts.spreadsheet.writeSheet({
    sheets: [{ name: 'A', columns, rows, freeze_header: true }],
  });
  return { body: { day: TODAY }, files: { file: { name: 'a.xlsx', bytes } } };
}

/** What is done beside an act uses it up for nobody. */
export const seenAct = ({ world }: Asking) => world.see('sent');

export const seenSigned = ({ world }: Asking) => world.see('signed');

/** A signature that is none: good enough for a document that is not found. */
export const nothing = Buffer.from('nothing').toString('base64');

export const invited = (id: unknown): Given => ({ params: { phone: id } });

/** One order in a file's way a world and use; a paid act is not made twice. */
const things = new WeakMap<World, Map<string, Promise<number>>>();

export function once(world: World, use: string, make: () => Promise<number>): Promise<number> {
  const own = things.get(world) ?? new Map<string, Promise<number>>();
  things.set(world, own);
  if (!own.has(use)) own.set(use, make());
  return own.get(use)!;
}

export const fileOrder =
  (use: string) =>
  ({ app, world }: Asking) =>
    once(world, use, () => makeFileOrder(app, world.director, world.take('signed')));

export const workerOf = ({ world }: Asking) => world.executor.id;

/** Somebody new of the company, so that the people of the world keep what they have. */
export async function colleague({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  const user_id = await idOf(
    db
      .insertInto('users')
      .values({ full_name: `Қызметкер ${world.mark}`, email: `${randomUUID()}@colleague.example` })
      .returning('id'),
  );
  await db
    .insertInto('memberships')
    .values({ user_id, company_id: world.company.id, role_id: 2, rights: ['manage_acts'] })
    .execute();
  return user_id;
}

export async function sessionOfDirector({ app, world }: Asking): Promise<number> {
  return (await signInAs(app, world.director)).session_id;
}
