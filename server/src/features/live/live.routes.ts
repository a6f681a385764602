import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { LiveHub } from './live-hub.ts';

export function liveRoutes(hub: LiveHub): Pick<Handlers, 'live.stream'> {
  return { 'live.stream': ({ actor }) => hub.open(actor) };
}
