import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { roleOf } from '@kelisim/shared/kernel/rights.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import type { Viewer } from './documents.queries.ts';
import { isKeyGood } from '../api-keys/public.ts';
import {
  type TicketKind,
  addTicket,
  countOpen,
  setTicketDone,
  lockOwnerOf,
  takeTicket,
  findMember,
  deleteTicketsBefore,
} from './tickets.queries.ts';

const LIVES_MS = 60_000;
/** So many archives are made for one person at a time: each takes the threads that draw, and memory. */
const MOST_AT_ONCE = 3;
/** How long an archive of a thousand acts may take; one that was broken off is forgotten then. */
const TAKES_MS = 120_000;

/** A browser fetches a large file by a plain link, which carries no session: this one opens it once, within a minute. */
export async function giveTicket(
  { db, clock }: Parts,
  actor: CompanyActor,
  what: { kind: TicketKind; ids: readonly number[]; path: string; month?: string },
  locale: Locale,
) {
  await assertFree(db, actor.user_id, clock.now());
  const ticket = randomBytes(32).toString('base64url');
  const expires_at = new Date(clock.now().getTime() + LIVES_MS);
  await addTicket(db, {
    token_hash: hashOf(ticket),
    user_id: actor.user_id,
    company_id: actor.company_id,
    api_key_id: actor.key?.id ?? null,
    kind: what.kind,
    ids: JSON.stringify(what.ids),
    month: what.month ? `${what.month}-01` : null,
    locale,
    expires_at,
  });
  const url = `${what.path}/${ticket}`;
  return { ticket, url, expires_at: expires_at.toISOString() };
}

async function assertFree(db: Handle, user_id: number, now: Date): Promise<void> {
  const { open } = await countOpen(db, user_id, new Date(now.getTime() - TAKES_MS));
  if (open >= MOST_AT_ONCE) throw new Problem('download.too_many', { retry_after_s: 20 });
}

/** The archive of a ticket; with the end of its stream the next one may begin. */
export function endTicketWith<A extends { bytes: Readable }>(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  ticket: string,
  archive: A,
): A {
  archive.bytes.once('close', () => {
    setTicketDone(db, hashOf(ticket), clock.now()).catch((error: unknown) =>
      log.warn({ event: 'ticket.not_ended', message: String(error) }),
    );
  });
  return archive;
}

/**
 * Uses a ticket up. Whoever has left the company or was blocked since gets nothing, nor does anyone of a closed company; a
 * ticket of a key is good where and while the key is.
 */
export function useTicket(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  kind: TicketKind,
  ticket: string,
  ip: string,
): Promise<{ viewer: Viewer; ids: number[]; month: string | null; locale: Locale }> {
  const now = clock.now();
  const hash = hashOf(ticket);
  return db.transaction().execute(async (tx) => {
    const user_id = await lockOwnerOf(tx, hash);
    if (user_id !== null) await assertFree(tx, user_id, now);
    const row = await takeTicket(tx, hash, kind, now);
    const member = row && (await findMember(tx, row));
    const role = member && roleOf(member.role_id);
    if (!row || !role) throw new Problem('not_found');
    if (row.api_key_id !== null && !(await isKeyGood(tx, row.api_key_id, ip))) throw new Problem('not_found');
    const { company_id } = row;
    const month = row.month?.slice(0, 7) ?? null;
    return { viewer: { role, company_id }, ids: row.ids as number[], month, locale: row.locale };
  });
}

export async function sweepTickets({ db, clock }: Parts): Promise<void> {
  await deleteTicketsBefore(db, clock.now());
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
