import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { listKeys } from './api-keys.queries.ts';
import { toApiKey } from './api-keys.view.ts';
import { endKey, makeKey, mostDays, rotateKey } from './change-keys.ts';

type Names = Extract<keyof Handlers, `api_keys.${string}`>;

export function apiKeysRoutes(app: Parts): Pick<Handlers, Names> {
  return {
    'api_keys.list': async ({ actor }) => ({
      items: (await listKeys(app.db, actor.company_id)).map(toApiKey),
      most_days: mostDays(app.config),
    }),
    'api_keys.create': ({ actor, ip, input }) => makeKey(app, { ...actor, ip }, input.body),
    'api_keys.rotate': ({ actor, ip, input }) =>
      rotateKey(app, { ...actor, ip }, input.params.key_id, input.body),
    'api_keys.revoke': ({ actor, ip, input }) => endKey(app, { ...actor, ip }, input.params.key_id),
  };
}
