import type { RegistrationKind } from '@kelisim/shared/features/registration/registration-stage.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { sendCode } from '../codes/public.ts';
import { findLiveLink, type LiveLink } from '../invitations/public.ts';
import { waitToRequest, type Asker } from '../messages/public.ts';
import { getRegistration, keyHash, newKey } from './registration-key.ts';
import {
  addKey,
  addRegistration,
  endKeys,
  lockByKey,
  setRegistration,
  type KeyedRegistration,
  type RegistrationRow,
} from './registration.queries.ts';
import { moveRegistration, toProgress, wrongStage, type StepCaller } from './take-step.ts';

export interface PhoneInput {
  phone?: string | undefined;
  kind: RegistrationKind;
  /** Of a link. */
  hash?: string | undefined;
  hash_key?: string | undefined;
}

/**
 * The first step: makes a registration, or goes on with one whose number is not confirmed yet, and sends the code. Whether
 * the number has an account is told to nobody here.
 */
export async function enterPhone(
  parts: Parts,
  input: PhoneInput,
  { ip, locale }: Omit<StepCaller, 'hash_key'>,
) {
  const link = input.hash ? await findLiveLink(parts, input.hash, ip) : null;
  if (link && link.kind !== input.kind) throw new Problem('link.other_kind', { field: 'hash' });
  const phone = input.phone ?? link?.phone;
  if (!phone) throw new Problem('missing_field', { field: 'phone' });
  if (link?.phone && link.phone !== phone) throw new Problem('link.other_phone', { field: 'phone' });
  const asked = { kind: input.kind, phone, link, ip, locale };
  const earlier = input.hash_key ? await getRegistration(parts, input.hash_key, ip) : null;
  return parts.db
    .transaction()
    .execute((tx) =>
      earlier?.kind === input.kind
        ? correctPhone(parts, tx, input.hash_key!, asked)
        : begin(parts, tx, input.hash_key && keyHash(input.hash_key), asked),
    );
}

interface Asked {
  kind: RegistrationKind;
  phone: string;
  link: LiveLink | null;
  ip: string;
  locale: 'ru' | 'kz';
}

async function begin(parts: Parts, tx: Tx, leave: Buffer | undefined | '', asked: Asked) {
  if (leave) {
    // A registration that began as the other kind starts over.
    const other = await lockByKey(tx, leave);
    if (other && other.phone_confirmed_at === null) await endKeys(tx, other.id);
  }
  const { kind, phone, link, locale } = asked;
  const row = await addRegistration(tx, {
    kind,
    phone,
    locale,
    invitation_id: link?.invitation_id ?? null,
    register_link_id: link?.register_link_id ?? null,
    need_sign_contract: Boolean(link?.invitation_id),
    full_name: link?.name ?? '',
  });
  const hash_key = newKey();
  await addKey(tx, row.id, keyHash(hash_key));
  await moveRegistration(tx, row, 'enter_phone', {});
  await sendPhoneCode(parts, tx, row, asked.ip, link?.phone === phone);
  return { ...toProgress((await lockByKey(tx, keyHash(hash_key)))!), hash_key };
}

async function correctPhone(parts: Parts, tx: Tx, hash_key: string, asked: Asked) {
  const row = orNotFound(await lockByKey(tx, keyHash(hash_key)));
  if (row.stage !== 'phone_code') throw wrongStage(row, asked.locale);
  const { link, phone } = asked;
  if (link)
    await setRegistration(tx, row.id, {
      invitation_id: link.invitation_id,
      register_link_id: link.register_link_id,
      need_sign_contract: link.invitation_id !== null,
    });
  const now = (await lockByKey(tx, keyHash(hash_key)))!;
  // The same number again is the same answer; another code is asked for by its own call.
  if (row.phone !== phone) {
    await moveRegistration(tx, now, 'enter_phone', { phone });
    await sendPhoneCode(parts, tx, { ...now, phone }, asked.ip);
  }
  return { ...toProgress({ ...now, phone }), hash_key };
}

async function sendPhoneCode(
  parts: Parts,
  tx: Tx,
  row: Pick<RegistrationRow, 'id' | 'phone' | 'locale' | 'invitation_id'>,
  ip: string,
  by_link = false,
): Promise<void> {
  await sendCode(parts, tx, {
    ...phoneBinding(row),
    to: { ...phoneBinding(row).to, locale: row.locale },
    asker: phoneAsker(row, ip),
    by_link,
  });
}

/** The registration has a confirmed number: it has a budget of its own. */
export async function sendEmailCode(
  parts: Parts,
  tx: Tx,
  row: Pick<RegistrationRow, 'id' | 'email' | 'locale'>,
): Promise<void> {
  await sendCode(parts, tx, {
    ...emailBinding(row),
    to: { ...emailBinding(row).to, locale: row.locale },
    asker: { registration_id: row.id },
  });
}

/** Seconds until the code that a registration waits for may be sent again. */
export async function waitForCode(parts: Parts, row: RegistrationRow, ip: string): Promise<number> {
  if (row.stage === 'phone_code')
    return waitToRequest(parts, parts.db, { ...phoneBinding(row).to, asker: phoneAsker(row, ip) });
  if (row.stage === 'email_code')
    return waitToRequest(parts, parts.db, { ...emailBinding(row).to, asker: { registration_id: row.id } });
  return 0;
}

function phoneAsker({ invitation_id }: Pick<RegistrationRow, 'invitation_id'>, ip: string): Asker {
  return invitation_id === null ? { ip } : { invitation_id };
}

export function phoneBinding(row: Pick<RegistrationRow, 'id' | 'phone'>) {
  return {
    purpose: 'registration.phone' as const,
    bound_to: String(row.id),
    to: { channel: 'sms' as const, recipient: row.phone },
  };
}

export function emailBinding(row: Pick<RegistrationRow, 'id' | 'email'>) {
  return {
    purpose: 'registration.email' as const,
    bound_to: String(row.id),
    to: { channel: 'email' as const, recipient: row.email ?? '' },
  };
}

/** The code of the stage again. */
export async function sendCodeAgain(parts: Parts, caller: StepCaller) {
  await getRegistration(parts, caller.hash_key, caller.ip);
  return parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockByKey(tx, keyHash(caller.hash_key)));
    await sendFor(parts, tx, row, caller);
    return toProgress(row);
  });
}

function sendFor(parts: Parts, tx: Tx, row: KeyedRegistration, { ip, locale }: StepCaller): Promise<void> {
  if (row.stage === 'phone_code') return sendPhoneCode(parts, tx, row, ip);
  if (row.stage === 'email_code') return sendEmailCode(parts, tx, row);
  throw wrongStage(row, locale);
}
