import { timingSafeEqual } from 'node:crypto';
import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { BankUnusable } from '../../adapters/banks/banks.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { macsOf } from '../../platform/keyring.ts';
import { NoAnswer } from '../../platform/outbound.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { sealSecrets } from './bank-secrets.ts';
import { findIntegration, lockCompany, putIntegration, setSecrets } from './integrations.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const LIFE_S = 15 * 60;

/**
 * Sends a client of the bank to its page. `state` is good for this session and company alone, for a quarter of an hour:
 * a code that somebody else brings back connects nobody's account to a stranger.
 */
export async function askConsent(parts: Parts, actor: CompanyActor, kind: BankKind): Promise<string> {
  const { consent } = parts.bank_connectors[kind];
  if (!consent) throw new Problem('integration.no_consent_needed');
  const { bin } = await getCompany(parts.db, actor.company_id, ['bin']);
  const until = Math.floor(parts.clock.now().getTime() / 1000) + LIFE_S;
  try {
    const page = new URL(await consent.address(bin, returnUrl(parts, actor)));
    page.searchParams.set('state', `${until}.${consentMarks(parts, actor, kind, until)[0]}`);
    return page.href;
  } catch (error) {
    throw unusable(error);
  }
}

export async function takeConsent(
  parts: Parts,
  actor: CompanyActor & { ip: string },
  kind: BankKind,
  { code, state }: { code: string; state: string },
): Promise<void> {
  const { consent } = parts.bank_connectors[kind];
  if (!consent) throw new Problem('integration.no_consent_needed');
  const [until = '', mark = ''] = state.split('.');
  const isOurs = consentMarks(parts, actor, kind, Number(until)).some(
    (right) => mark.length === right.length && timingSafeEqual(Buffer.from(mark), Buffer.from(right)),
  );
  if (!isOurs || Number(until) * 1000 < parts.clock.now().getTime())
    throw new Problem('integration.consent_stale');
  const secrets = await consent.take(code, returnUrl(parts, actor)).catch((error: unknown) => {
    throw unusable(error);
  });
  const { company_id, user_id, ip } = actor;
  await parts.db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id);
    const before = await findIntegration(tx, company_id, kind);
    const change = { settings: {}, field_map: {}, status_map: {}, saved_by: user_id };
    const id = before?.id ?? (await putIntegration(tx, company_id, kind, change));
    await setSecrets(tx, id, sealSecrets(parts, { company_id, kind }, secrets), true);
    await noteCompanyDeed(parts, tx, {
      company_id,
      user_id,
      ip,
      action: before ? 'bank_changed' : 'bank_connected',
      before: {},
      after: { bank: kind, client_secret: '••••' },
    });
  });
}

function returnUrl({ config }: Parts, { role }: CompanyActor): string {
  return `${config.public_url}/lk/${role}/settings/integrations`;
}

/** That of the present key, then those of former ones. */
export function consentMarks(
  { config }: Parts,
  actor: CompanyActor,
  kind: BankKind,
  until: number,
): string[] {
  const what = `${actor.session_id} ${actor.company_id} ${kind} ${until}`;
  return macsOf(config, 'bank-consent', what).map((mac) => mac.toString('hex'));
}

function unusable(error: unknown): Error {
  if (error instanceof BankUnusable)
    return new Problem(error.fault === 'operator' ? 'integration.operator' : 'integration.consent_failed');
  return error instanceof NoAnswer ? new Problem('unavailable', { retry_after_s: 30 }) : (error as Error);
}
