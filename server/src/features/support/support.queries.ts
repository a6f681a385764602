import type {
  TicketSide,
  TicketStatus,
  TicketTheme,
} from '@kelisim/shared/features/support/ticket-status.ts';
import {
  expressionBuilder,
  sql,
  type Expression,
  type Insertable,
  type Selectable,
  type SqlBool,
  type UpdateObject,
} from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';

type TicketTables = Tables & { t: Tables['support_tickets'] };

/** A ticket is seen by its company and by the desk of the platform. */
function visibleTo(actor: Actor): Expression<SqlBool> {
  const eb = expressionBuilder<TicketTables, 't'>();
  if (actor.platform_rights.has('support')) return eb.lit(true);
  return actor.company_id === null ? eb.lit(false) : eb('t.company_id', '=', actor.company_id);
}

function viewQuery(db: Handle) {
  return db
    .selectFrom('support_tickets as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .selectAll('t')
    .select(['c.name as company_name', 'u.full_name as user_name']);
}
export type TicketData = Awaited<ReturnType<ReturnType<typeof viewQuery>['executeTakeFirstOrThrow']>>;

export function findTicket(db: Handle, actor: Actor, ticket_id: number) {
  return viewQuery(db).where('t.id', '=', ticket_id).where(visibleTo(actor)).executeTakeFirst();
}

export function lockTicket(tx: Tx, actor: Actor, ticket_id: number) {
  return tx
    .selectFrom('support_tickets as t')
    .selectAll('t')
    .where('t.id', '=', ticket_id)
    .where(visibleTo(actor))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>;

export interface TicketFilter {
  /** Of one company, as it sees them; null is the desk, which sees them all. */
  company_id: number | null;
  statuses?: TicketStatus[] | undefined;
  theme?: TicketTheme | undefined;
  unread?: boolean | undefined;
  search?: string | undefined;
}

export async function listTickets(
  db: Handle,
  { company_id, statuses, theme, unread, search }: TicketFilter,
  page: Page,
) {
  const read = company_id === null ? 't.read_by_admin' : 't.read_by_business';
  const words = search?.trim();
  const found = viewQuery(db)
    .$if(company_id !== null, (query) => query.where('t.company_id', '=', company_id!))
    .$if(statuses !== undefined, (query) => query.where('t.status', 'in', statuses!))
    .$if(theme !== undefined, (query) => query.where('t.theme', '=', theme!))
    .$if(unread !== undefined, (query) => query.where(read, '=', !unread))
    .$if(Boolean(words), (query) => query.where(() => says(words!, company_id === null)));
  return pageOfFound(db, found, found.orderBy('t.last_message_at', 'desc').orderBy('t.id', 'desc'), page);
}

/** What was said in it, its number, and for the desk the name of the company. */
function says(words: string, to_desk: boolean): Expression<SqlBool> {
  const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^(?:№\s*)?([1-9]\d{0,14})$/.exec(words)?.[1] ?? null;
  return sql<SqlBool>`(t.id = ${number}::bigint
    or (${to_desk}::boolean and c.name ilike ${like})
    or exists (select 1 from ticket_messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and m.text ilike ${like}))`;
}

export async function addTicket(
  tx: Tx,
  ticket: Omit<Insertable<Tables['support_tickets']>, 'status'>,
): Promise<number> {
  return idOf(
    tx
      .insertInto('support_tickets')
      .values({ ...ticket, status: 'new' })
      .returning('id'),
  );
}

export async function addTicketMessage(
  tx: Tx,
  message: Insertable<Tables['ticket_messages']>,
): Promise<number> {
  return idOf(tx.insertInto('ticket_messages').values(message).returning('id'));
}

export async function addAttachment(
  tx: Tx,
  row: { company_id: number; message_id: number; position: number; file_id: number },
): Promise<void> {
  await tx.insertInto('ticket_attachments').values(row).execute();
}

export async function addTicketHistory(
  tx: Tx,
  row: {
    company_id: number;
    ticket_id: number;
    action: Selectable<Tables['ticket_history']>['action'];
    side: TicketSide;
    user_id: number;
    from_status: TicketStatus | null;
    to_status: TicketStatus;
  },
): Promise<void> {
  const { last } = await tx
    .selectFrom('ticket_history')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .where((eb) => eb.and({ company_id: row.company_id, ticket_id: row.ticket_id }))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('ticket_history')
    .values({ ...row, seq: last + 1 })
    .execute();
}

/** What was done or said last. */
export function getLastDeed(tx: Tx, ticket: { company_id: number; id: number }) {
  return tx
    .selectFrom('ticket_history')
    .select(['action', 'side', 'user_id', 'from_status'])
    .where((eb) => eb.and({ company_id: ticket.company_id, ticket_id: ticket.id }))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

export async function listMessages(db: Handle, ticket: { company_id: number; id: number }) {
  const messages = await db
    .selectFrom('ticket_messages as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .selectAll('m')
    .select(['u.full_name as user_name', 'c.name as company_name'])
    .where((eb) => eb.and({ 'm.company_id': ticket.company_id, 'm.ticket_id': ticket.id }))
    .orderBy('m.seq')
    .execute();
  const attachments = await db
    .selectFrom('ticket_attachments as a')
    .innerJoin('ticket_messages as m', (join) =>
      join.onRef('m.company_id', '=', 'a.company_id').onRef('m.id', '=', 'a.message_id'),
    )
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'),
    )
    .select(['a.id', 'a.message_id', 'f.media_type', 'f.name', 'f.size_bytes'])
    .where((eb) => eb.and({ 'm.company_id': ticket.company_id, 'm.ticket_id': ticket.id }))
    .orderBy('a.message_id')
    .orderBy('a.position')
    .execute();
  return messages.map((message) => ({
    ...message,
    attachments: attachments.filter((one) => one.message_id === message.id),
  }));
}
export type MessageData = Awaited<ReturnType<typeof listMessages>>[number];

/** Only while `seq` is still the last: what came in the meantime has not been read. */
export async function setRead(
  db: Handle,
  ticket: { company_id: number; id: number },
  side: 'user' | 'support',
  seq: number,
): Promise<void> {
  const mark = side === 'support' ? 'read_by_admin' : 'read_by_business';
  await db
    .updateTable('support_tickets')
    .set({ [mark]: true })
    .where((eb) => eb.and({ company_id: ticket.company_id, id: ticket.id, last_seq: seq }))
    .where(mark, '=', false)
    .execute();
}

export function findAttachment(db: Handle, actor: Actor, attachment_id: number) {
  return db
    .selectFrom('ticket_attachments as a')
    .innerJoin('ticket_messages as m', (join) =>
      join.onRef('m.company_id', '=', 'a.company_id').onRef('m.id', '=', 'a.message_id'),
    )
    .innerJoin('support_tickets as t', (join) =>
      join.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'),
    )
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'),
    )
    .select(['f.name', 'f.media_type', 'f.storage_key', 'f.sha256'])
    .where('a.id', '=', attachment_id)
    .where(visibleTo(actor))
    .executeTakeFirst();
}

/** Who is told of an answer, and on which side they work. */
export function findAsker(tx: Tx, ticket: { company_id: number; user_id: number }) {
  return tx
    .selectFrom('users as u')
    .innerJoin('companies as c', (join) => join.on('c.id', '=', ticket.company_id))
    .select(['u.id', 'u.email', 'u.phone', 'u.locale', 'u.status', 'c.role'])
    .where('u.id', '=', ticket.user_id)
    .executeTakeFirstOrThrow();
}

export async function setTicket(
  tx: Tx,
  { company_id, id }: { company_id: number; id: number },
  change: UpdateObject<Tables, 'support_tickets'>,
): Promise<void> {
  await tx
    .updateTable('support_tickets')
    .set(change)
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}
