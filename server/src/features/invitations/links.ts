import { createHash, randomBytes } from 'node:crypto';
import type { LinkState } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import type { RegistrationKind } from '@kelisim/shared/features/registration/registration-stage.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { maskPhone } from '@kelisim/shared/kernel/mask.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  addLink,
  findCompany,
  lockInvitation,
  lockRegisterLink,
  setInvitation,
  setLinkOpened,
  useLink,
} from './invitations.queries.ts';
import { nextInvitationStatus } from './move-invitation.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

const LINK_DAYS = 7;
const MOST_MISSES = 20;
const WHAT = 'link';

/** 24 random bytes: not the shape of a registration's key, and short enough for an SMS. */
function newLink(): { hash: string; link_hash: Buffer } {
  const hash = randomBytes(24).toString('base64url');
  return { hash, link_hash: linkHash(hash) };
}

type Whose = { company_id: number; phone: string };

/** A new link of an invitation, as its row keeps it: a digest to be found by, and sealed to be copied. */
export function newInvitationLink(
  { config }: Pick<Parts, 'config'>,
  whose: Whose,
): { hash: string; kept: { link_hash: Buffer; link_sealed: Buffer } } {
  const { hash, link_hash } = newLink();
  const link_sealed = makeKeyring(config, 'invitation-links').seal(
    invitationContext(whose),
    Buffer.from(hash),
  );
  return { hash, kept: { link_hash, link_sealed } };
}

export function openInvitationLink({ config }: Pick<Parts, 'config'>, whose: Whose, sealed: Buffer): string {
  return makeKeyring(config, 'invitation-links').open(invitationContext(whose), sealed).toString('utf8');
}

export function invitationAddress({ config }: Pick<Parts, 'config'>, hash: string): string {
  return `${config.public_url}/auth/sign-up/executor?hash=${hash}`;
}

const invitationContext = ({ company_id, phone }: Whose) => `invitation:${company_id}:${phone}`;

function linkHash(hash: string): Buffer {
  return createHash('sha256').update(hash).digest();
}

/** What a registration that came by a link is bound to. */
export interface LiveLink {
  kind: RegistrationKind;
  phone: string | null;
  name: string | null;
  invitation_id: number | null;
  register_link_id: number | null;
}

interface FoundLink extends LiveLink {
  company_name: string | null;
  expires_at: Date;
}

/** The living link, or `link.ended` for whatever is none; guessing is slowed down. */
export async function findLiveLink(parts: Parts, hash: string, ip: string): Promise<LiveLink> {
  const link = await look(parts, hash, ip, false);
  if (!link) throw new Problem('link.ended', { field: 'hash' });
  return link;
}

/** What a page behind a link says; of one that is none or no more, nothing but that. */
export async function readLink(parts: Parts, hash: string, ip: string, open: boolean): Promise<LinkState> {
  const link = await look(parts, hash, ip, open);
  if (!link)
    return { valid: false, expires_at: null, purpose: null, kind: null, company_name: null, phone: null };
  return {
    valid: true,
    expires_at: link.expires_at.toISOString(),
    purpose: link.invitation_id === null ? 'register_link' : 'executor_invitation',
    kind: link.kind,
    company_name: link.company_name,
    phone: link.phone && maskPhone(link.phone),
  };
}

async function look(parts: Parts, hash: string, ip: string, open: boolean): Promise<FoundLink | null> {
  await parts.guard.tries(WHAT, ip, MOST_MISSES);
  const link = await parts.db.transaction().execute((tx) => find(parts, tx, linkHash(hash), open));
  if (!link) await parts.guard.failed(WHAT, ip);
  return link;
}

async function find(parts: Parts, tx: Tx, link_hash: Buffer, open: boolean): Promise<FoundLink | null> {
  const today = almatyDate(parts.clock.now());
  const invitation = await lockInvitation(tx, { link_hash });
  if (invitation) {
    const status = nextInvitationStatus(invitation, 'open', 'executor');
    if (status === null || invitation.end_date < today) return null;
    if (open) await setInvitation(tx, invitation.id, { status, opened_at: parts.clock.now() });
    const company = await findCompany(tx, invitation.company_id);
    return {
      kind: 'executor',
      phone: invitation.phone,
      name: invitation.name,
      invitation_id: invitation.id,
      register_link_id: null,
      company_name: company.name,
      expires_at: endOfDay(invitation.end_date),
    };
  }
  const link = await lockRegisterLink(tx, link_hash);
  if (!link) return null;
  if (open) await setLinkOpened(tx, link.id);
  return {
    kind: 'business',
    phone: null,
    name: null,
    invitation_id: null,
    register_link_id: link.id,
    company_name: link.company_name ?? link.asked_name,
    expires_at: link.expires_at,
  };
}

/** The last moment of a day in Almaty, which is five hours ahead of UTC. */
function endOfDay(date: string): Date {
  return new Date(`${date}T23:59:59+05:00`);
}

export async function addRegisterLink(
  tx: Tx,
  link: Omit<Parameters<typeof addLink>[1], 'link_hash'>,
): Promise<{ hash: string; expires_at: Date }> {
  const { hash, link_hash } = newLink();
  return { hash, expires_at: await addLink(tx, { ...link, link_hash }, LINK_DAYS) };
}

/** One registration a link. */
export async function markLinkUsed(tx: Tx, register_link_id: number): Promise<void> {
  if (!(await useLink(tx, register_link_id))) throw new Problem('link.ended', { field: 'hash' });
}

export const sealedInvitationLinks: SealedColumn = {
  purpose: 'invitation-links',
  table: 'invitations',
  key: 'id',
  column: 'link_sealed',
  of: ['company_id', 'phone'],
  context: ({ company_id, phone }) =>
    invitationContext({ company_id: Number(company_id), phone: String(phone) }),
};
