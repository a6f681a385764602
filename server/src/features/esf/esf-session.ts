import { createHash } from 'node:crypto';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { EsfRefusal } from '../../adapters/esf/esf.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Parts } from '../../parts.ts';
import { esfPasswordOfCompany, openEsfPassword } from '../registration/public.ts';
import { listAllVatRates, listVatChanges } from '../vat/public.ts';
import {
  findEsfLogin,
  findEsfSession,
  findShownSession,
  forgetEsfSession,
  keepEsfSession,
  setSeenOpen,
} from './esf.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

/** The system opens one every five minutes. */
const SESSION_EVERY_MS = 5 * 60_000;

const ringOf = ({ config }: Pick<Parts, 'config'>) => makeKeyring(config, 'esf-sessions');
export const esfSessionContext = (company_id: number) => `esf-session:${company_id}`;

/** The number of the open session of a company, or null: then somebody has to sign in. */
export async function readEsfSession(parts: Pick<Parts, 'config' | 'db'>, company_id: number) {
  const row = await findEsfSession(parts.db, company_id);
  if (!row?.session_sealed) return null;
  return openSealed(parts, company_id, row.session_sealed);
}

const openSealed = (parts: Pick<Parts, 'config'>, company_id: number, sealed: Buffer): string =>
  ringOf(parts).open(esfSessionContext(company_id), sealed).toString('utf8');

export async function readStanding(parts: Parts, actor: CompanyActor) {
  const { db, clock } = parts;
  const session = await findShownSession(db, actor.company_id);
  const login = await findEsfLogin(db, actor.company_id);
  const vat_changes = await listVatChanges(db, actor.company_id);
  const today = almatyDate(clock.now());
  const again = session && new Date(session.opened_at.getTime() + SESSION_EVERY_MS);
  return {
    is_connected: parts.esf !== null,
    has_login: login !== undefined,
    is_signed_in: Boolean(session?.session_sealed),
    session: session?.session_sealed
      ? {
          name: session.name,
          opened_at: session.opened_at.toISOString(),
          seen_open_at: session.seen_open_at?.toISOString() ?? null,
        }
      : null,
    may_sign_in_at: again && again > clock.now() ? again.toISOString() : null,
    vat: vat_changes.find(({ valid_from }) => valid_from <= today)?.vat ?? null,
    vat_changes,
    vat_rates: await listAllVatRates(db),
  };
}

/** The ticket to sign beside papers, or null where there is no need of one or no way to get it. */
export async function findTicket(parts: Parts, actor: CompanyActor): Promise<string | null> {
  const { is_signed_in, has_login, may_sign_in_at } = await readStanding(parts, actor);
  return has_login && !is_signed_in && !may_sign_in_at ? makeTicket(parts, actor) : null;
}

async function makeTicket({ esf, log }: Parts, actor: CompanyActor): Promise<string | null> {
  if (!esf || !actor.iin) return null;
  try {
    return await esf.makeTicket(actor.iin);
  } catch (error) {
    log.warn({ event: 'esf.no_ticket', error: (error as Error).name });
    return null;
  }
}

/** The ticket for somebody who asks for nothing else; also to sign in again. Throws why there is none. */
export async function getTicket(parts: Parts, actor: CompanyActor): Promise<string> {
  const standing = await readStanding(parts, actor);
  if (!standing.is_connected) throw new Problem('esf.not_connected');
  if (!standing.has_login) throw new Problem('esf.no_login');
  if (standing.may_sign_in_at) {
    const wait_ms = Date.parse(standing.may_sign_in_at) - parts.clock.now().getTime();
    throw new Problem('esf.too_soon', { retry_after_s: Math.ceil(wait_ms / 1000) });
  }
  const ticket = await makeTicket(parts, actor);
  if (!ticket) throw new Problem('esf.silent', { retry_after_s: 30 });
  return ticket;
}

/** Asks the system whether the session lives, and forgets it where it does not. */
export async function checkEsfSession(parts: Parts, actor: CompanyActor): Promise<void> {
  const { db, esf, clock } = parts;
  const { company_id } = actor;
  const sealed = (await findEsfSession(db, company_id))?.session_sealed;
  if (!sealed) return;
  if (!esf) throw new Problem('esf.not_connected');
  const open = await esf.isOpen(openSealed(parts, company_id, sealed)).catch(toProblem);
  if (open) await setSeenOpen(db, company_id, sealed, clock.now());
  else await forgetEsfSession(db, company_id, clock.now(), sealed);
}

/** Closes the session there and forgets it here; one that is closed there already is simply forgotten. */
export async function signOutOfEsf(parts: Parts, actor: CompanyActor): Promise<void> {
  const { db, esf, clock } = parts;
  const { company_id } = actor;
  const sealed = (await findEsfSession(db, company_id))?.session_sealed;
  if (!sealed) return;
  if (!esf) throw new Problem('esf.not_connected');
  const login = await readLogin(parts, company_id);
  await esf.closeSession(openSealed(parts, company_id, sealed), login).catch((error: unknown) => {
    if (!(error instanceof EsfRefusal && error.kind === 'session_closed')) toProblem(error);
  });
  await forgetEsfSession(db, company_id, clock.now(), sealed);
}

async function readLogin({ config, db }: Parts, company_id: number) {
  const login = await findEsfLogin(db, company_id);
  return login
    ? {
        name: login.login,
        password: openEsfPassword(config, esfPasswordOfCompany(company_id), login.password_sealed),
      }
    : null;
}

function toProblem(error: unknown): never {
  if (!(error instanceof EsfRefusal)) throw new Problem('esf.silent', { retry_after_s: 30 });
  if (error.kind === 'too_often') throw new Problem('esf.too_soon', { retry_after_s: 300 });
  throw new Problem('esf.sign_in_refused');
}

/** Opens a session by a signed ticket. The same one again is the same answer. */
export async function openEsfSession(
  parts: Parts,
  actor: CompanyActor,
  tin: string,
  signed_ticket: string,
): Promise<void> {
  const { db, esf, clock } = parts;
  const ticket_hash = createHash('sha256').update(signed_ticket).digest();
  const before = await findEsfSession(db, actor.company_id);
  if (before?.session_sealed && before.ticket_hash.equals(ticket_hash)) return;
  const login = await readLogin(parts, actor.company_id);
  if (!esf || !login) throw new Problem(esf ? 'esf.no_login' : 'esf.not_connected');
  const session_id = await esf.openSession({ tin, signed_ticket, login }).catch(toProblem);
  await keepEsfSession(db, {
    company_id: actor.company_id,
    user_id: actor.user_id,
    ticket_hash,
    session_sealed: ringOf(parts).seal(esfSessionContext(actor.company_id), Buffer.from(session_id)),
    opened_at: clock.now(),
  });
}

export const sealedEsfSessions: SealedColumn = {
  purpose: 'esf-sessions',
  table: 'esf_sessions',
  key: 'company_id',
  column: 'session_sealed',
  of: ['company_id'],
  context: ({ company_id }) => esfSessionContext(Number(company_id)),
};
