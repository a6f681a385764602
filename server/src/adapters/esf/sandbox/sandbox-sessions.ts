import { randomUUID } from 'node:crypto';
import { parseXml, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { verifyXml } from '@kelisim/eds/xmldsig/verify.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { field, group } from '../../../platform/xml.ts';
import type { NcaTrust } from '../../nca/nca.ts';
import { textOf } from '../kgd/soap.ts';

const SESSION_EVERY_MS = 5 * 60_000;
/** The one password that the sandbox does not take. */
const WRONG_PASSWORD = 'wrong';

export interface SandboxEsfOptions {
  db: Database;
  nca: NcaTrust;
  now: () => Date;
}

/** What a service refuses; its code says whose fault it is. */
export class Fault extends Error {
  readonly code: string;

  constructor(text: string, code = 'soap:Server') {
    super(text);
    this.code = code;
  }
}

const SECURITY = () =>
  new Fault('A security error was encountered when verifying the message', 'ns1:SecurityError');
const CLOSED = () => new Fault('Session closed', 'esf:SessionClosedFault');

export interface Login {
  name: string;
  password: string;
}

/** Tickets and sessions of the sandbox ИС ЭСФ: who has signed in, how often, and for whom a question comes. */
export function sandboxSessions({ db, nca, now }: SandboxEsfOptions) {
  return { createTicket, createSession, closeByTicket, closeSession, sessionStatus, tinOf };

  async function createTicket(request: XmlElement): Promise<string> {
    const iin = textOf(request, 'iin');
    const minutes = Number(textOf(request, 'ttlInMinutes') ?? 30);
    if (!iin || !(minutes >= 1 && minutes <= 1440)) throw new Fault('Unmarshalling Error', 'soap:Client');
    const ticket = randomUUID();
    const expires_at = new Date(now().getTime() + minutes * 60_000);
    await db.insertInto('sandbox.esf_tickets').values({ ticket, iin, expires_at }).execute();
    const xml = group('authTicket', [
      field('iin', iin),
      field('ticket', ticket),
      field('expires', expires_at.toISOString()),
    ]);
    return field('authTicketXml', xml);
  }

  /** Who has signed the ticket that somebody shows; the login of the portal must come along. */
  async function admit(request: XmlElement, login: Login | null): Promise<{ tin: string; ticket: string }> {
    if (!login || login.password === WRONG_PASSWORD) throw SECURITY();
    const verdict = await verifyXml({
      xml: textOf(request, 'signedAuthTicket') ?? '',
      trust: nca.trust,
      purpose: 'login',
      at: now(),
      primitives: nca.primitives,
    });
    const signed = verdict.content === undefined ? null : parseXml(verdict.content)?.root;
    const ticket = signed && textOf(signed, 'ticket');
    const known =
      ticket &&
      (await db
        .selectFrom('sandbox.esf_tickets')
        .selectAll()
        .where('ticket', '=', ticket)
        .where('expires_at', '>', now())
        .executeTakeFirst());
    const right = verdict.reason === undefined || verdict.reason === 'revocation_unknown';
    if (!known || !right || known.iin !== verdict.iin) throw new Fault('AUTH_TICKET_INVALID');
    const tin = textOf(request, 'tin') ?? '';
    if (tin !== verdict.iin && tin !== verdict.bin) throw new Fault('AUTH_TICKET_INVALID: tin');
    return { tin, ticket };
  }

  async function createSession(request: XmlElement, login: Login | null): Promise<string> {
    const { tin, ticket } = await admit(request, login);
    return db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox esf ${tin}`}, 0))`.execute(tx);
      const last = await tx
        .selectFrom('sandbox.esf_sessions')
        .selectAll()
        .where('tin', '=', tin)
        .orderBy('opened_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last && !last.closed_at)
        throw new Fault(`User already has opened session with id ${last.session_id}`);
      if (last && now().getTime() - last.opened_at.getTime() < SESSION_EVERY_MS)
        throw new Fault('LIMIT_EXCEEDED: a session not more often than every 5 minutes');
      const used = await tx
        .updateTable('sandbox.esf_tickets')
        .set({ used_at: now() })
        .where('ticket', '=', ticket)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new Fault('AUTH_TICKET_INVALID: used');
      const session_id = randomUUID();
      await tx.insertInto('sandbox.esf_sessions').values({ session_id, tin, opened_at: now() }).execute();
      return field('sessionId', session_id);
    });
  }

  async function closeByTicket(request: XmlElement, login: Login | null): Promise<string> {
    const { tin } = await admit(request, login);
    await db
      .updateTable('sandbox.esf_sessions')
      .set({ closed_at: now() })
      .where('tin', '=', tin)
      .where('closed_at', 'is', null)
      .execute();
    return field('status', 'CLOSED');
  }

  async function sessionStatus(request: XmlElement): Promise<string> {
    const session = await db
      .selectFrom('sandbox.esf_sessions')
      .select('closed_at')
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .executeTakeFirst();
    return field('status', session ? (session.closed_at ? 'CLOSED' : 'OK') : 'NOT_FOUND');
  }

  async function closeSession(request: XmlElement, login: Login | null): Promise<string> {
    if (!login || login.password === WRONG_PASSWORD) throw SECURITY();
    await db
      .updateTable('sandbox.esf_sessions')
      .set({ closed_at: now() })
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .execute();
    return field('status', 'CLOSED');
  }

  async function tinOf(request: XmlElement): Promise<string> {
    const session = await db
      .selectFrom('sandbox.esf_sessions')
      .select('tin')
      .where('session_id', '=', textOf(request, 'sessionId') ?? '')
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!session) throw CLOSED();
    return session.tin;
  }
}
