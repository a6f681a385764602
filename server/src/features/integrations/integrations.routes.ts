import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { limitCall } from '../../platform/call-limit.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { accessOf } from './bank-secrets.ts';
import { askConsent, takeConsent } from './give-consent.ts';
import { findIntegration, setCheck } from './integrations.queries.ts';
import { viewIntegration, viewIntegrations } from './integrations.view.ts';
import { disconnectBank } from './remove-integration.ts';
import { saveIntegration } from './save-integration.ts';

type Names = Extract<keyof Handlers, `integrations.${string}`>;

export function integrationsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  /** Who asks too often would make us knock at somebody's door all day. */
  const limit = (company_id: number) =>
    limitCall(db, { what: `bank of ${company_id}`, most: 20, window_s: 600 });
  return {
    'integrations.list': ({ actor, locale }) => viewIntegrations(parts, actor.company_id, locale),
    'integrations.save': async ({ actor, input, ip, locale }) => {
      const { kind } = input.params;
      await db.transaction().execute((tx) => saveIntegration(parts, tx, { ...actor, ip }, kind, input.body));
      return viewIntegration(parts, actor.company_id, kind, locale);
    },
    'integrations.test': async ({ actor, input, locale }) => {
      const { kind } = input.params;
      const row = await findIntegration(db, actor.company_id, kind);
      if (!row) throw new Problem('integration.not_saved');
      await limit(actor.company_id);
      await setCheck(db, row.id, await parts.bank_connectors[kind].check(accessOf(parts, row)));
      return viewIntegration(parts, actor.company_id, kind, locale);
    },
    'integrations.remove': async ({ actor, input, ip, locale }) => {
      await disconnectBank(parts, { ...actor, ip }, input.params.kind);
      return viewIntegration(parts, actor.company_id, input.params.kind, locale);
    },
    'integrations.ask_consent': async ({ actor, input }) => {
      await limit(actor.company_id);
      return { address: await askConsent(parts, actor, input.params.kind) };
    },
    'integrations.take_consent': async ({ actor, input, ip, locale }) => {
      await limit(actor.company_id);
      await takeConsent(parts, { ...actor, ip }, input.params.kind, input.body);
      return viewIntegration(parts, actor.company_id, input.params.kind, locale);
    },
  };
}
