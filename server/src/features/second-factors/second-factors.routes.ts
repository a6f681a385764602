import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { renderSVG } from 'uqr';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { newPasskeyOptions, readNewPasskey } from './passkeys.ts';
import { ensureRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import {
  getContacts,
  addPasskey,
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findTotp,
  listPasskeys,
  replaceRecoveryCodes,
  startTotp,
} from './second-factors.queries.ts';
import { listFactors } from './check-factor.ts';
import { newTotp, sealTotp, takeTotp } from './totp.ts';
import type { Tx } from '../../platform/db/database.ts';

type Names = Extract<keyof Handlers, `factors.${string}`>;

/** A person's own second factors. Each change wants a fresh proof and is written down. */
export function secondFactorsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  return {
    'factors.list': async ({ actor }) => {
      const totp = await findTotp(db, actor.user_id);
      return {
        totp: totp?.confirmed_at ? { since: totp.confirmed_at.toISOString() } : null,
        passkeys: (await listPasskeys(db, actor.user_id)).map(toPasskey),
        recovery_codes: await countRecoveryCodes(db, actor.user_id),
      };
    },
    'factors.start_totp': async ({ actor }) => {
      const { secret, text, uri } = newTotp(await labelOf(parts, actor.user_id));
      if (!(await startTotp(db, actor.user_id, sealTotp(parts, actor.user_id, secret))))
        throw new Problem('second_factor.there');
      const picture = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 6 });
      return {
        secret: text.replace(/(.{4})(?=.)/g, '$1 '),
        uri,
        picture: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
      };
    },
    'factors.confirm_totp': async ({ input, actor, ip, user_agent }) => {
      const started = await findTotp(db, actor.user_id);
      if (!started || started.confirmed_at) throw new Problem('second_factor.none');
      if (!(await takeTotp(parts, actor.user_id, input.body.code, 'new')))
        throw new Problem('second_factor.wrong', { field: 'code' });
      const recovery_codes = await db.transaction().execute(async (tx) => {
        await addSecurityEvent(tx, { ...actor, kind: 'totp_added', ip, user_agent });
        return ensureRecoveryCodes(parts, tx, actor.user_id);
      });
      return { recovery_codes };
    },
    'factors.remove_totp': async ({ actor, locale, ip, user_agent }) => {
      await db.transaction().execute(async (tx) => {
        if (!(await deleteTotp(tx, actor.user_id))) return;
        await addSecurityEvent(tx, { ...actor, kind: 'totp_removed', ip, user_agent });
        await dropUselessCodes(tx, actor.user_id);
      });
      return { message: { ru, kz }[locale].deleted };
    },
    'factors.start_passkey': async ({ actor }) =>
      newPasskeyOptions(parts, { ...actor, name: await labelOf(parts, actor.user_id) }),
    'factors.add_passkey': async ({ input, actor, ip, user_agent }) => {
      const made = await readNewPasskey(parts, input.body.credential);
      return db.transaction().execute(async (tx) => {
        const name = input.body.name.trim();
        const row = await addPasskey(tx, { ...made, user_id: actor.user_id, name });
        if (!row) throw new Problem('second_factor.there');
        await addSecurityEvent(tx, { ...actor, kind: 'passkey_added', ip, user_agent });
        return {
          passkey: toPasskey(row),
          recovery_codes: await ensureRecoveryCodes(parts, tx, actor.user_id),
        };
      });
    },
    'factors.remove_passkey': async ({ input, actor, locale, ip, user_agent }) => {
      await db.transaction().execute(async (tx) => {
        if (!(await deletePasskey(tx, actor.user_id, input.params.passkey_id)))
          throw new Problem('not_found');
        await addSecurityEvent(tx, { ...actor, kind: 'passkey_removed', ip, user_agent });
        await dropUselessCodes(tx, actor.user_id);
      });
      return { message: { ru, kz }[locale].deleted };
    },
    'factors.make_recovery_codes': async ({ actor, ip, user_agent }) => {
      if ((await listFactors(db, actor.user_id)).length === 0) throw new Problem('second_factor.none');
      return db.transaction().execute(async (tx) => {
        await addSecurityEvent(tx, { ...actor, kind: 'recovery_codes_made', ip, user_agent });
        return { recovery_codes: await makeRecoveryCodes(parts, tx, actor.user_id) };
      });
    },
  };
}

/** Without a second factor there is nothing to recover. */
async function dropUselessCodes(tx: Tx, user_id: number): Promise<void> {
  if ((await listFactors(tx, user_id)).length === 0) await replaceRecoveryCodes(tx, user_id, []);
}

function toPasskey(row: Awaited<ReturnType<typeof listPasskeys>>[number]) {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    is_backed_up: row.is_backed_up,
  };
}

/** What an authenticator shows the account under. */
async function labelOf({ db }: Parts, user_id: number): Promise<string> {
  const { email, phone } = await getContacts(db, user_id);
  return email ?? phone ?? 'Kelisim';
}
