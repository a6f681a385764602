import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import {
  ESF_KINDS,
  ESF_MOVING,
  ESF_STATUSES,
  INBOUND_MATCHES,
  INBOUND_STATUSES,
} from '@kelisim/shared/features/esf/esf-status.ts';
import type { EsfAnswer } from '@kelisim/shared/features/esf/esf-status.ts';
import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { searchOneOf, searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import type { QrSource } from '../qr-signing/public.ts';
import type { PapersToSign } from '../signing/public.ts';

export type EsfOfAct = Answer<'esf.of_act'>;
type QrCode = Answer<'esf.qr_invoice'>;

/** Papers on their way change within seconds; those at rest by a word of the other side, which nobody hurries for. */
const MOVING_MS = 3_000;
const CALM_MS = 60_000;

const paceOf = (documents: readonly EsfDocument[] | undefined, failed: boolean) => {
  if (failed) return false;
  return documents?.some(({ status }) => ESF_MOVING.includes(status)) ? MOVING_MS : CALM_MS;
};

export const useEsfOfAct = (act_id: number) =>
  useCall(
    'esf.of_act',
    { params: { act_id } },
    { refetchInterval: ({ state }) => paceOf(state.data?.documents, state.error !== null) },
  );

/** The list as its address says it. */
export function readEsfList(raw: RawSearch) {
  return {
    page: searchWhole(raw, 'page', 1),
    status: searchOneOf(raw, 'status', ESF_STATUSES),
    kind: searchOneOf(raw, 'kind', ESF_KINDS),
    search: searchText(raw, 'search')?.slice(0, 100),
  };
}
export type EsfList = ReturnType<typeof readEsfList>;

export const ESF_ON_A_PAGE = 50;

/** The list of inbound invoices as its address says it; `open` is the one that is shown whole. */
export function readInboundList(raw: RawSearch) {
  return {
    page: searchWhole(raw, 'page', 1),
    open: searchWhole(raw, 'open', 0),
    date_from: searchText(raw, 'date_from'),
    date_to: searchText(raw, 'date_to'),
    status: searchOneOf(raw, 'status', INBOUND_STATUSES),
    match: searchOneOf(raw, 'match', INBOUND_MATCHES),
    search: searchText(raw, 'search')?.slice(0, 100),
  };
}
export type InboundList = ReturnType<typeof readInboundList>;

/** What the list is narrowed by. */
export const inboundFilter = ({ open: _open, page: _page, ...filter }: InboundList) => filter;

export const useInbound = (list: InboundList) =>
  useCall(
    'esf.inbound',
    { query: { ...inboundFilter(list), page: list.page, limit: ESF_ON_A_PAGE } },
    {
      placeholderData: keepPreviousData,
      // The first answer comes seconds after the sign-in.
      refetchInterval: ({ state: { data, error } }) =>
        !error && data && !data.asked_at && !data.trouble ? MOVING_MS : CALM_MS,
    },
  );

export const useEsfList = (list: EsfList) =>
  useCall(
    'esf.list',
    { query: { ...list, limit: ESF_ON_A_PAGE } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => paceOf(state.data?.items, state.error !== null),
    },
  );

/** Only who may sign is asked to sign in. */
export const useStanding = (enabled: boolean) =>
  useCall('esf.check', undefined, { enabled, refetchInterval: CALM_MS });

export const useSide = () => useMe()?.role;

/** Who may sign for the company may sign it in, too. */
export const useMaySignIn = () => useMe()?.rights.includes('sign') ?? false;

export const afterEsf = () => invalidate(['esf.', 'acts.get', 'acts.list', 'acts.history']);

/** A code whose fate is asked for by the acts it is for. */
function sourceOf(key: readonly unknown[], open: (signal: AbortSignal) => Promise<QrCode>): QrSource {
  return {
    key,
    open,
    check: async ({ doc_ids, doc_type, session_id }, signal) => {
      const query = { doc_ids, doc_type, session_id };
      return (await api.call('qr.check', { query }, { signal })).session;
    },
  };
}

type Signed = Pick<PapersToSign, 'asked' | 'phone'>;

export const papersOfAct = (
  act_id: number,
  wish: { corrects?: number; turnover?: TurnoverRule | undefined } = {},
): Signed => ({
  asked: { what: 'papers', act_ids: [act_id], ...wish },
  phone: qrOfInvoice(act_id, wish),
});

export const actWithPapers = (act_id: number, turnover: TurnoverRule | undefined): Signed => ({
  asked: { what: 'acts', act_ids: [act_id], turnover },
  phone: qrOfAct(act_id, turnover),
});

export const revocation = (esf_id: number, reason: string): Signed => ({
  asked: { what: 'revoke', esf_id, reason },
  phone: qrOfRevocation(esf_id, reason),
});

export const signIn = (): Signed => ({ asked: 'sign_in', phone: qrOfSignIn() });

const qrOfInvoice = (
  act_id: number,
  { corrects, turnover }: { corrects?: number; turnover?: TurnoverRule | undefined },
): QrSource =>
  sourceOf(['esf.invoice', act_id, corrects, turnover], (signal) =>
    api.call('esf.qr_invoice', { query: { act_ids: [act_id], corrects, turnover } }, { signal }),
  );

const qrOfAct = (act_id: number, turnover?: TurnoverRule): QrSource =>
  sourceOf(['esf.act', act_id, turnover], (signal) =>
    api.call('esf.qr_act', { query: { act_ids: [act_id], turnover } }, { signal }),
  );

function qrOfRevocation(esf_id: number, reason: string): QrSource {
  return sourceOf(['esf.revoke', esf_id, reason], async (signal) => {
    const { code } = await askRevocation(esf_id, reason, signal);
    if (!code) throw new Error('no code for what is revoked already');
    return code;
  });
}

export const askRevocation = (esf_id: number, reason: string, signal?: AbortSignal) =>
  api.call('esf.revoke', { params: { esf_id }, body: { reason } }, signal ? { signal } : {});

/** A sign-in is for no act: its end is seen by a session that was not there before. */
function qrOfSignIn(): QrSource {
  const openedAt = async (signal: AbortSignal) =>
    (await api.call('esf.check', undefined, { signal })).session?.opened_at;
  let before: string | undefined;
  return {
    key: ['esf.sign_in'],
    open: async (signal) => {
      before = await openedAt(signal);
      return api.call('esf.qr_sign_in', undefined, { signal });
    },
    check: async ({ session_id, expires_at }, signal) => {
      const now = await openedAt(signal);
      const done = now !== undefined && now !== before;
      return {
        id: session_id,
        state: done ? 'signed' : 'waiting',
        expires_at,
        total: 1,
        signed_count: done ? 1 : 0,
        errors: [],
      };
    },
  };
}

/** The customer's answer to an electronic act. */
export const answerOf = (esf_id: number, answer: EsfAnswer, reason: string): Signed => ({
  asked: { esf_id, answer, ...(answer === 'refuse' && { reason }) },
  phone: sourceOf(['esf.answer', esf_id, answer, reason], (signal) => {
    const params = { esf_id };
    return answer === 'confirm'
      ? api.call('esf.confirm', { params }, { signal })
      : api.call('esf.refuse', { params, body: { reason } }, { signal });
  }),
});
