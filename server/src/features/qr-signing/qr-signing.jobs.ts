import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { followGateway } from './follow-gateway.ts';
import type { QrKinds } from './qr-kinds.ts';
import { sweepQrSessions } from './qr-signing.queries.ts';

export function qrSigningWatchers(parts: Parts, kinds: QrKinds): Watcher[] {
  const sweep: Watcher = {
    name: 'qr.sweep',
    every_ms: 3_600_000,
    run: () => sweepQrSessions(parts.db, parts.clock.now()),
  };
  if (!parts.sign_gateway) return [sweep];
  return [sweep, { name: 'qr.gateway', every_ms: 1_000, run: () => followGateway(parts, kinds) }];
}
