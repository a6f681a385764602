import { exportEsf } from './export-esf.ts';
import { billedLines } from '@kelisim/shared/features/acts/act-totals.ts';
import { actTable, BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { fittingRule, TURNOVER_RULES, turnoverDay } from '@kelisim/shared/features/esf/turnover.ts';
import type { EsfAnswer, EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow, listServices } from '../acts/public.ts';
import { setVat } from '../vat/public.ts';
import { openQrSession, type QrDocumentKind, type QrKinds, type QrRequest } from '../qr-signing/public.ts';
import { setEsfCredentials } from '../registration/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { findAwaitedInvoice, findIssues, findSignedOn, findTurnoverRule } from './due.queries.ts';
import { askForInvoice, listTerms } from './remind-invoice.ts';
import { checkEsfSession, readStanding, signOutOfEsf } from './esf-session.ts';
import { findShownEsf, listEsf, listEsfHistory, listEsfOfAct, setEsf, type ShownEsf } from './esf.queries.ts';
import { listInboundOfAct } from './inbound.queries.ts';
import { toInboundView } from './inbound.view.ts';
import { toEsfView } from './esf.view.ts';
import { gatherPapers } from './gather-paper.ts';
import { findToAnswer } from './answer-awp.ts';
import { answerRequest, faultInWords, papersRequest, signInRequest } from './esf-requests.ts';
import { registerByHand } from './register-by-hand.ts';
import { revokeEsf } from './revoke-esf.ts';
import { openHere, requestFor, takeHere } from './sign-here.ts';

type Names = Exclude<Extract<keyof Handlers, `esf.${string}`>, `esf.inbound${string}`>;

/** `act` is who gathers acts for a phone; `kinds` take what is signed by a key at the page. */
export function esfRoutes(parts: Parts, act: QrDocumentKind, kinds: QrKinds): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const get = async (actor: CompanyActor, esf_id: number): Promise<ShownEsf> => {
    const row = orNotFound(await findShownEsf(db, actor, esf_id));
    return row;
  };
  const toCode = (actor: CompanyActor, request: QrRequest) =>
    openQrSession(parts, actor, request, actor.locale);
  const askAnswer = async (
    actor: CompanyActor,
    esf_id: number,
    answer: EsfAnswer,
    reason: string | null,
  ): Promise<QrRequest> => answerRequest(parts, actor, await findToAnswer(db, actor, esf_id), answer, reason);
  return {
    'esf.check': ({ actor }) => readStanding(parts, actor),
    'esf.prepare': async ({ input, actor, locale }) =>
      openHere(parts, actor, await requestFor(parts, actor, act, input.body), locale),
    'esf.prepare_sign_in': async ({ actor, locale }) =>
      openHere(parts, actor, await signInRequest(parts, actor), locale),
    'esf.sign': ({ input, ...by }) => takeHere(parts, kinds, by, input.params.session_id, input.body),
    'esf.check_session': async ({ actor }) => {
      await checkEsfSession(parts, actor);
      return readStanding(parts, actor);
    },
    'esf.sign_out': async ({ actor }) => {
      await signOutOfEsf(parts, actor);
      return readStanding(parts, actor);
    },
    'esf.set_login': async ({ input, actor, ip, user_agent }) => {
      const { login_esf, password } = input.body;
      await db.transaction().execute(async (tx) => {
        await setEsfCredentials(parts.config, tx, actor, login_esf, password);
        await addSecurityEvent(tx, { ...actor, kind: 'esf_login_changed', ip, user_agent });
      });
      return readStanding(parts, actor);
    },
    'esf.qr_sign_in': async ({ actor }) => toCode(actor, await signInRequest(parts, actor)),
    'esf.qr_invoice': async ({ input, actor }) =>
      toCode(actor, await papersRequest(parts, actor, { ...input.query, act: null })),
    'esf.qr_act': async ({ input, actor }) =>
      toCode(actor, await papersRequest(parts, actor, { ...input.query, act })),
    'esf.list': async ({ input, actor, locale }) => {
      const { page, limit, ...filter } = input.query;
      const { rows, total, is_exact } = await listEsf(db, actor, filter, { page, limit });
      const items = rows.map((row) => toEsfView(row, actor, locale));
      return { items, pages: pagesOf(total, limit), total, is_exact };
    },
    'esf.sheet': ({ input, actor, locale }) => exportEsf(parts, actor, input.query, locale),
    'esf.get': async ({ input, actor, locale }) =>
      toEsfView(await get(actor, input.params.esf_id), actor, locale),
    'esf.xml': async ({ input, actor }) => {
      const row = await get(actor, input.params.esf_id);
      return toFile(row.kind, row.number, row.xml);
    },
    'esf.of_act': async ({ input, actor, locale }) => {
      const { act_id } = input.params;
      const row = orNotFound(await findActRow(db, actor, act_id));
      const documents = await listEsfOfAct(db, actor, act_id);
      const signed = BOTH_SIGNED.includes(row.status);
      const signs = actTable.next(row.status, 'sign', 'executor') !== null;
      const issues = await findIssues(db, row);
      const may = issues && actor.role === 'executor' && (signed || signs);
      const papers = may ? await gatherPapers(parts, actor, act_id) : [];
      const faults = papers[0]?.faults ?? [];
      const awaited = await findAwaitedInvoice(db, row.company_id, act_id, await listTerms(db));
      const today = almatyDate(clock.now());
      const inbound = await listInboundOfAct(db, row.company_id, act_id);
      const services = await listServices(db, row.company_id, act_id);
      const here = new Set(documents.map((one) => one.registration_number));
      return {
        // What was issued through us is shown once.
        inbound: inbound
          .filter((one) => !here.has(one.registration_number) || one.differs)
          .map((one) => toInboundView(one, locale)),
        documents: documents.map((one) => toEsfView(one, actor, locale)),
        issues,
        may_issue: signed && papers.length > 0,
        may_sign_with_act: signs && papers.length > 0,
        kinds: papers.map((one) => one.kind),
        is_lessened: billedLines(services).some((line) => line.lessened),
        turnover: papers.length > 0 ? await listTurnovers(db, row, today) : [],
        due_by: awaited?.due_by ?? null,
        may_remind: awaited !== undefined && mayAsk(actor, awaited.asked_at, today),
        reminded_at: awaited?.asked_at?.toISOString() ?? null,
        faults: faults.map((fault) => ({ ...fault, message: faultInWords(fault, locale) })),
      };
    },
    'esf.act_xml': async ({ input, actor }) => {
      const { turnover } = input.query;
      const papers = await gatherPapers(parts, actor, input.params.act_id, { turnover });
      const paper = papers.find((one) => one.kind === input.query.kind);
      if (!paper) throw new Problem('esf.exists');
      const [fault] = paper.faults;
      if (fault) throw new Problem('esf.incomplete', { values: { what: faultInWords(fault, actor.locale) } });
      return toFile(paper.kind, paper.paper.number, paper.xml);
    },
    'esf.by_hand': async ({ input, actor, locale }) => {
      const esf_id = await registerByHand(parts, actor, input.params.act_id, input.body);
      return toEsfView(await get(actor, esf_id), actor, locale);
    },
    'esf.remind': async ({ input, actor }) => ({
      reminded_at: (await askForInvoice(parts, actor, input.params.act_id)).toISOString(),
    }),
    'esf.send': async ({ input, actor, locale }) => {
      const row = await get(actor, input.params.esf_id);
      if (!toEsfView(row, actor, locale).may_send) throw new Problem('esf.wrong_state');
      await setEsf(db, row.id, { next_try_at: clock.now(), tries: 0 });
      return toEsfView(await get(actor, row.id), actor, locale);
    },
    'esf.revoke': async ({ input, actor, locale }) => {
      const { esf_id } = input.params;
      const request = await revokeEsf(parts, actor, esf_id, input.body.reason);
      const code = request && (await toCode(actor, request));
      return { document: toEsfView(await get(actor, esf_id), actor, locale), code };
    },
    'esf.confirm': async ({ input, actor }) =>
      toCode(actor, await askAnswer(actor, input.params.esf_id, 'confirm', null)),
    'esf.refuse': async ({ input, actor }) =>
      toCode(actor, await askAnswer(actor, input.params.esf_id, 'refuse', input.body.reason)),
    'esf.prepare_answer': async ({ input, actor, locale }) => {
      const { answer, reason = null } = input.body;
      if (answer === 'refuse' && reason === null) throw new Problem('field.required', { field: 'reason' });
      const request = await askAnswer(actor, input.params.esf_id, answer, reason);
      return openHere(parts, actor, request, locale);
    },
    'esf.history': async ({ input, actor }) => {
      const row = await get(actor, input.params.esf_id);
      const rows = await listEsfHistory(db, row);
      return rows.map(({ id, action, actor_side, full_name, to_status, note, created_at }) => ({
        id,
        action,
        side: actor_side,
        name: full_name,
        status: to_status,
        note,
        at: created_at.toISOString(),
      }));
    },
    'esf.set_vat': async ({ input, actor }) => {
      const { vat, valid_from = almatyDate(clock.now()) } = input.body;
      await setVat(db, actor, { vat, valid_from });
      return readStanding(parts, actor);
    },
  };
}

/** The company asks once a day, where its employee manages acts. */
function mayAsk(actor: CompanyActor, asked_at: Date | null, today: string): boolean {
  const may = actor.role === 'business' && mayDo(actor, 'manage_acts');
  return may && (asked_at === null || almatyDate(asked_at) < today);
}

/** Both days, the one of the rule that the seller chose last first, if it can be chosen yet. */
async function listTurnovers(
  db: Handle,
  act: { company_id: number; id: number; contractor_company_id: number; end_date: string },
  today: string,
) {
  const usual = fittingRule(await findTurnoverRule(db, act.contractor_company_id), act.end_date, today);
  const signed_on = await findSignedOn(db, act);
  return [usual, ...TURNOVER_RULES.filter((rule) => rule !== usual)].map((rule) => ({
    rule,
    date: turnoverDay(rule, { end_date: act.end_date, signed_on }, today),
  }));
}

function toFile(kind: EsfKind, number: string, xml: string) {
  return { bytes: Buffer.from(xml), name: `${kind === 'invoice' ? 'esf' : 'avr'}-${number}.xml` };
}
