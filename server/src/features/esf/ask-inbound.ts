import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { EsfRefusal, type Esf, type EsfInbound } from '../../adapters/esf/esf.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { forgetEsfSession } from './esf.queries.ts';
import { readEsfSession } from './esf-session.ts';
import { keepInbound, leaseInboundAsks, linkInbound, setInboundAsk } from './inbound.queries.ts';
import { readInbound } from './read-inbound.ts';
import { standingOf } from './system-states.ts';

/** What the system lets a question span. */
const QUARTER_DAYS = 89;
/** An invoice may come to light later than its day. */
const OVERLAP_DAYS = 2;
const MOST_PAGES = 100;
const HOUR_MS = 3_600_000;
const SOON_MS = 10_000;

type Due = Awaited<ReturnType<typeof leaseInboundAsks>>[number];

/**
 * Asks ИС ЭСФ for the inbound invoices of companies that are signed in: what is new every hour, and once a day the whole
 * quarter, for invoices are revoked and corrected later.
 */
export async function askInbound(parts: Parts): Promise<void> {
  const { db, esf, clock, log } = parts;
  if (!esf) return;
  for (const due of await leaseInboundAsks(db, clock.now())) {
    const { company_id, tries } = due;
    try {
      await askOne(parts, esf, due);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const refusal = error instanceof EsfRefusal ? error.kind : null;
      // Its words may hold what was sent; the name says enough.
      log.warn({ event: 'esf.inbound_failed', company_id, error: (error as Error).name });
      if (refusal === 'session_closed') await forgetEsfSession(db, company_id, clock.now());
      const pause_ms = refusal === null ? Math.min(SOON_MS * 2 ** tries, HOUR_MS) : HOUR_MS;
      await setInboundAsk(db, company_id, {
        trouble: refusal === null ? 'silent' : refusal === 'session_closed' ? null : 'limit',
        tries: tries + 1,
        next_ask_at: new Date(clock.now().getTime() + (refusal === 'session_closed' ? 0 : pause_ms)),
      });
    } finally {
      await setInboundAsk(db, company_id, { leased_until: null });
    }
  }
}

async function askOne(parts: Parts, esf: Esf, due: Due): Promise<void> {
  const { db, clock } = parts;
  const { company_id, asked_until, whole_asked_on } = due;
  const session = await readEsfSession(parts, company_id);
  if (session === null) return;
  const to = almatyDate(clock.now());
  const quarter = addDays(to, -QUARTER_DAYS);
  const whole = whole_asked_on !== to || asked_until === null;
  const from = whole ? quarter : addDays(asked_until, -OVERLAP_DAYS);
  for (let page = 0; page < MOST_PAGES; page++) {
    const { invoices, is_last } = await esf.inbound(session, { from, to, page });
    for (const invoice of invoices) await keepOne(parts, company_id, invoice);
    if (is_last) break;
  }
  await linkInbound(db, company_id);
  await setInboundAsk(db, company_id, {
    asked_until: to,
    asked_at: clock.now(),
    trouble: null,
    tries: 0,
    next_ask_at: new Date(clock.now().getTime() + HOUR_MS),
    ...(whole && { whole_asked_on: to }),
  });
}

/** What has no number yet is not issued. */
async function keepOne({ db, clock, log }: Parts, company_id: number, invoice: EsfInbound): Promise<void> {
  const { id, registration_number, status, reason, xml } = invoice;
  const standing = standingOf(status);
  if (!registration_number || standing === 'queued' || standing === 'confirmed') return;
  const says = readInbound(registration_number, xml);
  if (!says) {
    log.warn({ event: 'esf.inbound_unknown', company_id, registration_number });
    return;
  }
  const now = clock.now();
  await keepInbound(db, {
    company_id,
    external_id: id,
    registration_number,
    ...says,
    status: standing,
    system_status: status,
    reason,
    xml,
    read_at: now,
    changed_at: now,
  });
}
