import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { QrDocType } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { answerScan } from './answer-scan.ts';
import { checkSession } from './check-session.ts';
import { openQrSession } from './open-qr-session.ts';
import { documentKindOf, type QrKinds } from './qr-kinds.ts';
import { showDocuments } from './show-documents.ts';
import { answerSigned } from './take-signatures.ts';

export function qrSigningRoutes(
  parts: Parts,
  kinds: QrKinds,
): Pick<Handlers, Extract<keyof Handlers, `qr.${string}`>> {
  const make = async (actor: CompanyActor, doc_type: QrDocType, ids: number[], locale: Locale) => {
    const request = await documentKindOf(kinds, doc_type).gather(actor, ids);
    return openQrSession(parts, actor, request, locale);
  };
  /** Refusals of strangers' calls leave a trace without what was sent. */
  const noted = async <T>(step: string, deed: Promise<T>): Promise<T> => {
    try {
      return await deed;
    } catch (error) {
      if (error instanceof Problem) parts.log.warn({ event: 'qr.refused', step, code: error.code });
      throw error;
    }
  };
  return {
    'qr.make': ({ input, actor, locale }) => make(actor, input.query.doc_type, input.query.doc_ids, locale),
    'qr.make_for_acts': ({ input, actor, locale }) => make(actor, 'act', input.query.act_ids, locale),
    'qr.init': ({ input, ip, user_agent, locale }) =>
      noted('init', answerScan(parts, input.query.mgovSign, { ip, user_agent }, locale)),
    'qr.documents': ({ input, bearer, locale }) =>
      noted('documents', showDocuments(parts, kinds, { token: bearer, query: input.query }, locale)),
    'qr.take': ({ input, bearer, ip, locale }) =>
      noted(
        'take',
        answerSigned(parts, kinds, { token: bearer, query: input.query, ip }, input.body, locale),
      ),
    'qr.check': ({ input, actor, locale }) => checkSession(parts, kinds, actor, input.query, locale),
  };
}
