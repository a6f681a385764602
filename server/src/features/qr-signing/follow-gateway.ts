import type { Parts } from '../../parts.ts';
import { gatewayRing } from './open-qr-session.ts';
import { kindOf, type QrKinds } from './qr-kinds.ts';
import { nextQrState } from './qr-session-state.ts';
import { listQrItems, setQrSession, type QrSessionRow, leaseShown } from './qr-signing.queries.ts';
import { ownerOf, toPhoneDocuments } from './show-documents.ts';
import { takeSigned } from './take-signatures.ts';

/** One look at the gateway; a longer wait is made of many, so that the process can end in between. */
const LOOK_MS = 4_000;
const LEASE_S = 15;
/** Judged again in the next round: a proof could not be had for the moment. */
const PASSING = 'signature.indeterminate';

/**
 * Goes a step on with every living session whose code a gateway shows: hands the documents over, then fetches what the
 * phone answered. A step that fails is done again in the next round, until the code's time is over.
 */
export async function followGateway(parts: Parts, kinds: QrKinds): Promise<void> {
  const { sign_gateway, db, clock, log } = parts;
  if (!sign_gateway) return;
  const sessions = await leaseShown(db, clock.now(), LEASE_S);
  await Promise.all(
    sessions.map(async (session) => {
      try {
        await step(parts, kinds, session);
      } catch (error) {
        log.warn({ event: 'qr.gateway_failed', session_id: session.id, error: String(error) });
      } finally {
        await setQrSession(db, session.id, { gateway_leased_until: null });
      }
    }),
  );
}

async function step(parts: Parts, kinds: QrKinds, session: QrSessionRow): Promise<void> {
  const { sign_gateway, config, db, clock } = parts;
  const reference = gatewayRing(config).open('qr-session', session.gateway!).toString('utf8');
  const items = await listQrItems(db, session.id);
  if (session.state !== 'opened') {
    await kindOf(kinds, session.doc_type).check(ownerOf(session), items);
    const documents = await toPhoneDocuments(parts, items, 'ru');
    if (await sign_gateway!.handOver(reference, documents, LOOK_MS)) {
      const scanned = nextQrState(session, 'scan', 'phone', clock.now());
      const state = nextQrState({ ...session, state: scanned }, 'open', 'phone', clock.now());
      await setQrSession(db, session.id, { state });
    }
    return;
  }
  const body = await sign_gateway!.collect(reference, LOOK_MS);
  const rows = body && (await takeSigned(parts, kinds, { session_id: session.id, items }, body));
  if (rows?.every((row) => row.status === 'failed' && row.code !== PASSING)) {
    const state = nextQrState(session, 'expire', 'us', clock.now());
    await setQrSession(db, session.id, { state, finished_at: clock.now() });
  }
}
