import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { ESF_ANSWERED } from '@kelisim/shared/features/esf/esf-status.ts';
import { EsfRefusal, type Esf, type EsfState } from '../../adapters/esf/esf.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { lockActOf } from '../acts/public.ts';
import { readEsfSession } from './esf-session.ts';
import { ESF_AT_REST, forgetEsfSession, leaseDue, lockEsf, setEsf, type EsfRow } from './esf.queries.ts';
import { moveEsf, type EsfChange } from './move-esf.ts';
import { standingOf } from './system-states.ts';
import { tellOfAwp } from './tell-awp.ts';

/** A paper that the system does not know this long after submission never arrived: it is submitted again. */
const NEVER_CAME_MS = 5 * 60_000;
/** Soon, while its maker looks. */
const WAIT_MS = 2_000;
const HOUR_MS = 3_600_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

type Trouble = 'other_side' | 'sign_in' | 'limit' | 'silent' | 'not_connected';

/** One round over all papers that wait for something. One that cannot go on keeps no other from it. */
export async function followEsf(parts: Parts): Promise<void> {
  const due = await leaseDue(parts.db, parts.clock.now());
  for (const row of due) {
    try {
      await followOne(parts, row);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (error instanceof EsfRefusal) await afterRefusal(parts, row, error);
      else {
        // Its words may hold what was sent; the name says enough.
        parts.log.warn({ event: 'esf.no_answer', esf_id: row.id, error: (error as Error).name });
        await wait(parts, row, 'silent', pauseAfter(row.tries));
      }
    } finally {
      await setEsf(parts.db, row.id, { leased_until: null });
    }
  }
}

const later = ({ clock }: Parts, ms: number) => new Date(clock.now().getTime() + ms);
const pauseAfter = (tries: number) => Math.min(WAIT_MS * 2 ** tries, LONGEST_PAUSE_MS);

async function wait(parts: Parts, row: EsfRow, trouble: Trouble | null, ms: number): Promise<void> {
  const tries = trouble === 'silent' ? row.tries + 1 : row.tries;
  await setEsf(parts.db, row.id, { trouble, tries, next_try_at: later(parts, ms) });
}

/** Whose session speaks for a paper: the customer's for its answer, else its maker's. */
const speakerOf = ({ status, company_id, seller_company_id }: EsfRow) =>
  ESF_ANSWERED.includes(status) ? company_id : seller_company_id;

async function followOne(parts: Parts, row: EsfRow): Promise<void> {
  if (row.status === 'ready' && !(await mayGo(parts, row))) return;
  if (row.status === 'sending') {
    // The process that submitted it died before the answer.
    await move(parts, row, (now, tx) => moveEsf(tx, now, 'lose', 'us', { next_try_at: parts.clock.now() }));
    return;
  }
  const { esf } = parts;
  if (!esf) return wait(parts, row, 'not_connected', HOUR_MS);
  const session = await readEsfSession(parts, speakerOf(row));
  if (session === null) {
    // One at rest is asked about when somebody is signed in anyway.
    const trouble = ESF_AT_REST.includes(row.status) ? null : 'sign_in';
    return wait(parts, row, trouble, trouble ? WAIT_MS : HOUR_MS);
  }
  if (row.status === 'ready') return handIn(parts, esf, session, row);
  if (row.status === 'unknown') return settle(parts, esf, session, row);
  if (row.status === 'revoking') return revoke(parts, esf, session, row);
  if (row.status === 'confirming' || row.status === 'refusing') return answer(parts, esf, session, row);
  return ask(parts, esf, session, row);
}

/** The act must be signed by both, and be the one that was before the signer's eyes. */
async function mayGo(parts: Parts, row: EsfRow): Promise<boolean> {
  return parts.db.transaction().execute(async (tx) => {
    const act = await lockActOf(tx, row.company_id, row.act_id);
    const now = await lockEsf(tx, row.id);
    if (!act || now?.status !== 'ready') return false;
    const dead = act.deleted_at !== null || ['annulled', 'returned', 'draft'].includes(act.status);
    if (dead || act.version !== row.act_version) {
      await moveEsf(tx, now, 'cancel', 'us', { reason: 'act_changed' });
      return false;
    }
    if (BOTH_SIGNED.includes(act.status)) return true;
    await setEsf(tx, row.id, { trouble: 'other_side', next_try_at: later(parts, WAIT_MS) });
    return false;
  });
}

/** Under the lock of the row as it is now. */
function move<T>(
  parts: Parts,
  row: EsfRow,
  deed: (now: EsfRow, tx: Parameters<typeof lockEsf>[0]) => Promise<T>,
): Promise<T> {
  return parts.db.transaction().execute(async (tx) => deed((await lockEsf(tx, row.id))!, tx));
}

/** Hands a paper in, once: it is `sending` for everybody before the first byte goes. */
async function handIn(parts: Parts, esf: Esf, session: string, row: EsfRow): Promise<void> {
  const now = parts.clock.now();
  const mine = await move(parts, row, (seen, tx) => moveEsf(tx, seen, 'send', 'us', { sent_at: now }));
  if (!mine) return;
  const upload = {
    kind: row.kind,
    xml: row.xml,
    signature: row.signature!,
    certificate: new Uint8Array(row.certificate!),
    signer_name: row.signer_name,
  };
  const taken = await esf.upload(session, upload).catch((error: unknown) => {
    if (error instanceof EsfRefusal) return error;
    parts.log.warn({ event: 'esf.no_answer', esf_id: row.id, error: (error as Error).name });
    return null;
  });
  await move(parts, row, async (seen, tx) => {
    const soon = { next_try_at: later(parts, WAIT_MS) };
    if (taken === null) return moveEsf(tx, seen, 'lose', 'us', { ...soon, trouble: 'silent' });
    if (taken instanceof EsfRefusal) return moveEsf(tx, seen, 'hold', 'system', soon);
    if (taken.taken) return moveEsf(tx, seen, 'take', 'system', { ...soon, external_id: taken.id });
    return moveEsf(tx, seen, 'decline', 'system', { errors: JSON.stringify(taken.errors) });
  });
  if (taken instanceof EsfRefusal) throw taken;
}

/** What became of a paper whose answer was lost. */
async function settle(parts: Parts, esf: Esf, session: string, row: EsfRow): Promise<void> {
  const of = { kind: row.kind, number: row.number, date: row.issued_on };
  const found = await esf.find(session, of);
  if (found) {
    const change = { external_id: found.id, next_try_at: parts.clock.now() };
    await move(parts, row, (seen, tx) => moveEsf(tx, seen, 'take', 'system', change));
    return;
  }
  const since = parts.clock.now().getTime() - row.sent_at!.getTime();
  if (since < NEVER_CAME_MS) return wait(parts, row, 'silent', pauseAfter(row.tries));
  await move(parts, row, (seen, tx) =>
    moveEsf(tx, seen, 'hold', 'system', { next_try_at: parts.clock.now() }),
  );
}

async function ask(parts: Parts, esf: Esf, session: string, row: EsfRow): Promise<void> {
  const state = await esf.state(session, { kind: row.kind, id: row.external_id! });
  if (!state) return wait(parts, row, 'silent', pauseAfter(row.tries));
  await move(parts, row, (seen, tx) => takeState(parts, tx, seen, state));
}

async function takeState(
  parts: Parts,
  tx: Parameters<typeof lockEsf>[0],
  row: EsfRow,
  state: EsfState,
): Promise<void> {
  const { status, registration_number, reason } = state;
  const change: EsfChange = {
    system_status: status,
    registration_number: registration_number ?? row.registration_number,
  };
  const with_reason = { ...change, reason: reason ?? row.reason };
  const stands = standingOf(status);
  if (stands === 'revoked') await moveEsf(tx, row, 'end_revoke', 'system', with_reason);
  else if (stands === 'cancelled') await moveEsf(tx, row, 'cancel', 'system', with_reason);
  else if (stands === 'declined') {
    if (await moveEsf(tx, row, 'decline', 'system', with_reason))
      await tellOfAwp(parts, tx, row, 'awp_declined');
  } else if (stands === 'confirmed' && row.status !== 'confirmed') {
    const confirmed = { ...change, registered_at: row.registered_at ?? parts.clock.now() };
    if (await moveEsf(tx, row, 'agree', 'system', { ...confirmed, next_try_at: later(parts, HOUR_MS) }))
      await tellOfAwp(parts, tx, row, 'awp_confirmed');
  } else if (row.status === 'sent' && registration_number && stands === 'registered') {
    await moveEsf(tx, row, 'register', 'system', {
      ...change,
      registered_at: parts.clock.now(),
      next_try_at: later(parts, HOUR_MS),
    });
    await tellOfAwp(parts, tx, row, 'awp_waits');
  } else {
    const ms = ESF_AT_REST.includes(row.status) ? HOUR_MS : pauseAfter(row.tries);
    await setEsf(tx, row.id, {
      ...change,
      trouble: null,
      tries: row.tries + 1,
      next_try_at: later(parts, ms),
    });
  }
}

/**
 * Hands in the customer's answer. One whose answer was lost may be in force already, so the state is asked for first; a
 * refusal is kept in the words of the system, and the act can be answered again.
 */
async function answer(parts: Parts, esf: Esf, session: string, row: EsfRow): Promise<void> {
  const id = row.external_id!;
  const state = await esf.state(session, { kind: row.kind, id });
  if (state && standingOf(state.status) !== 'registered') {
    await move(parts, row, (seen, tx) => takeState(parts, tx, seen, state));
    return;
  }
  const given = row.status === 'confirming' ? 'confirm' : 'refuse';
  const said = await esf.answerAwp(session, {
    id,
    answer: given,
    reason: row.reason,
    signature: row.answer_signature!,
    certificate: new Uint8Array(row.answer_certificate!),
  });
  const soon = { next_try_at: later(parts, HOUR_MS) };
  await move(parts, row, async (seen, tx) => {
    if (!said.changed) {
      const errors = JSON.stringify([{ property: '', code: '', text: said.says }]);
      if (await moveEsf(tx, seen, 'register', 'system', { ...soon, errors, reason: null }))
        await tellOfAwp(parts, tx, row, 'awp_answer_refused');
    } else if (given === 'confirm') {
      if (await moveEsf(tx, seen, 'agree', 'system', { ...soon, system_status: 'CONFIRMED' }))
        await tellOfAwp(parts, tx, row, 'awp_confirmed');
    } else if (await moveEsf(tx, seen, 'decline', 'system', { system_status: 'DECLINED' }))
      await tellOfAwp(parts, tx, row, 'awp_declined');
  });
}

/** To revoke again what is revoked is no harm, so that a lost answer is simply asked for again. */
async function revoke(parts: Parts, esf: Esf, session: string, row: EsfRow): Promise<void> {
  const said = await esf.revoke(session, {
    kind: row.kind,
    id: row.external_id!,
    reason: row.reason ?? '',
    signature: row.revoke_signature!,
    certificate: new Uint8Array(row.revoke_certificate!),
  });
  await move(parts, row, (seen, tx) =>
    said.changed
      ? moveEsf(tx, seen, 'end_revoke', 'system', { system_status: 'REVOKED' })
      : moveEsf(tx, seen, 'register', 'system', {
          errors: JSON.stringify([{ property: '', code: '', text: said.says }]),
          next_try_at: parts.clock.now(),
        }),
  );
}

/** Its word that it did nothing: the paper waits for what is missing. */
async function afterRefusal(parts: Parts, row: EsfRow, { kind }: EsfRefusal): Promise<void> {
  if (kind === 'session_closed') {
    await forgetEsfSession(parts.db, speakerOf(row), parts.clock.now());
    return wait(parts, row, 'sign_in', WAIT_MS);
  }
  return wait(parts, row, 'limit', kind === 'too_often' ? HOUR_MS : LONGEST_PAUSE_MS);
}
