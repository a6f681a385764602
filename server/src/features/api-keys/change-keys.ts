import { MOST_KEYS, type ApiKeyView } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { canonicalNetwork } from '../../platform/http/client-address.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { addKey, countLiving, lockKey, replaceKey, revokeKey, type KeyRow } from './api-keys.queries.ts';
import { toApiKey } from './api-keys.view.ts';
import { keyHash, keyPrefix, makeKeyText } from './key-text.ts';

type Deed = Pick<Parts, 'db' | 'clock' | 'config'>;
type Caller = CompanyActor & { ip: string };
interface NewKey {
  key: string;
  item: ApiKeyView;
}

const USUAL_DAYS = 365;
const MOST_DAYS = { own: 730, stand: 30 };

/** How long a key may live; where strangers make them, as short as their trials are. */
export const mostDays = ({ stand }: Pick<Parts['config'], 'stand'>): number =>
  MOST_DAYS[stand ? 'stand' : 'own'];

/** Makes a key and tells everybody who heads the company. */
export function makeKey(
  app: Deed,
  actor: Caller,
  given: { name: string; scopes: Scope[]; networks?: string[] | undefined; expires_on?: string | undefined },
): Promise<NewKey> {
  const networks = (given.networks ?? []).map((network, i) => {
    const canonical = canonicalNetwork(network.trim());
    if (canonical === null) throw new Problem('api_key.network', { field: `networks.${i}` });
    return canonical;
  });
  const expires_at = endOf(app, given.expires_on);
  return app.db.transaction().execute(async (tx) => {
    const scopes = [...new Set(given.scopes)];
    const made = await add(app, tx, actor, { name: given.name.trim(), scopes, networks, expires_at });
    await note(app, tx, actor, made.item, 'api_key_made');
    return made;
  });
}

/** Makes a key that follows another one, with its scopes and networks: a rotation gives nothing more. */
export function rotateKey(
  app: Deed,
  actor: Caller,
  key_id: number,
  { overlap_hours, expires_on }: { overlap_hours: number; expires_on?: string | undefined },
): Promise<NewKey> {
  const expires_at = endOf(app, expires_on);
  return app.db.transaction().execute(async (tx) => {
    const old = await mustLock(tx, actor, key_id);
    if (old.revoked_at) throw new Problem('api_key.revoked');
    if (old.replaced_by !== null) throw new Problem('api_key.replaced');
    const { name, scopes, networks } = old;
    const made = await add(app, tx, actor, { name, scopes, networks, expires_at });
    await replaceKey(tx, key_id, { replaced_by: made.item.id, overlap_hours });
    await note(app, tx, actor, made.item, 'api_key_replaced');
    return made;
  });
}

export function endKey(app: Deed, actor: Caller, key_id: number): Promise<ApiKeyView> {
  return app.db.transaction().execute(async (tx) => {
    const key = await mustLock(tx, actor, key_id);
    if (key.revoked_at) return toApiKey(key);
    await revokeKey(tx, key_id, actor.user_id);
    const item = toApiKey(await mustLock(tx, actor, key_id));
    await note(app, tx, actor, item, 'api_key_revoked');
    return item;
  });
}

async function mustLock(tx: Tx, { company_id }: Caller, key_id: number): Promise<KeyRow> {
  const key = orNotFound(await lockKey(tx, company_id, key_id));
  return key;
}

async function add(
  { config }: Deed,
  tx: Tx,
  actor: Caller,
  row: Pick<KeyRow, 'name' | 'scopes' | 'networks' | 'expires_at'>,
): Promise<NewKey> {
  const { company_id, user_id } = actor;
  if ((await countLiving(tx, company_id)) >= MOST_KEYS)
    throw new Problem('api_key.too_many', { values: { max: MOST_KEYS } });
  const key = makeKeyText(config.sandbox);
  const [prefix, hash] = [keyPrefix(key), keyHash(key)];
  const id = await addKey(tx, { company_id, made_by: user_id, prefix, hash, ...row });
  return { key, item: toApiKey(await mustLock(tx, actor, id)) };
}

async function note(
  app: Deed,
  tx: Tx,
  { company_id, user_id, session_id, ip }: Caller,
  { id, name, prefix, scopes }: ApiKeyView,
  action: 'api_key_made' | 'api_key_replaced' | 'api_key_revoked',
): Promise<void> {
  const is_end = action === 'api_key_revoked';
  const words = { key: `${name} (${prefix}…)`, scopes: scopes.join(' ') };
  await noteCompanyDeed(app, tx, {
    company_id,
    user_id,
    ip,
    action,
    before: is_end ? words : {},
    after: is_end ? {} : words,
  });
  const detail = { api_key_id: id, api_key: name };
  await addSecurityEvent(tx, { user_id, company_id, session_id, ip, kind: action, detail });
}

/** The end of the last day in Almaty. */
function endOf({ clock, config }: Deed, expires_on: string | undefined): Date {
  const today = almatyDate(clock.now());
  const days = mostDays(config);
  const day = expires_on ?? addDays(today, Math.min(USUAL_DAYS, days));
  if (day < today || day > addDays(today, days))
    throw new Problem('api_key.end', { field: 'expires_on', values: { days } });
  return new Date(`${addDays(day, 1)}T00:00:00+05:00`);
}
