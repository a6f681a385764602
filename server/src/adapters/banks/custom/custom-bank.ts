import {
  STATUS_WORDS,
  type FieldMap,
  type MappedField,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { NoAnswer, type Outbound } from '../../../platform/outbound.ts';
import { askBank, askToken, assertGood, at, bankFaultOf, keepTokens, type BankReply } from '../ask-bank.ts';
import {
  BankUnusable,
  type BankAccess,
  type BankAnswer,
  type BankConnector,
  type BankOrder,
} from '../banks.ts';

/** The reason of an order that was never sent. The user may pay again. */
const NOT_SENT = 'Банк недоступен, платёж не отправлен. / Банк қолжетімсіз, төлем жіберілмеді.';
const REFUSED = 'Банк не принял доступ, платёж не отправлен. / Банк рұқсатты қабылдамады, төлем жіберілмеді.';
const WITHOUT_REASON = 'Банк отклонил платёж без объяснения. / Банк төлемді түсіндірмей қабылдамады.';

/**
 * A bank that the company names itself: OAuth 2.0, JSON, and a table of what the bank calls our fields. Where it has
 * no API address, it is paid by file.
 */
export function customBank(outbound: Outbound): BankConnector {
  const tokens = keepTokens();
  const tokenOf = ({ revision, settings, secrets }: BankAccess) =>
    tokens.get(revision, () => {
      const { token_url, client_id, scopes } = settings;
      if (!token_url || !client_id || !secrets.client_secret) throw new BankUnusable('no_api');
      return askToken(outbound, { url: token_url, client_id, client_secret: secrets.client_secret, scopes });
    });
  const urlOf = ({ settings }: Pick<BankAccess, 'settings'>, path: string) =>
    `${settings.api_url!.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  const ask = async (
    access: BankAccess,
    question: { method: 'GET' | 'POST'; path: string; body?: object; end_to_end_id?: string },
  ): Promise<BankReply> => {
    const reply = await askBank(outbound, {
      method: question.method,
      url: urlOf(access, question.path),
      headers: {
        authorization: `Bearer ${await tokenOf(access)}`,
        ...(question.body && { 'content-type': 'application/json' }),
        ...(question.end_to_end_id && { 'idempotency-key': question.end_to_end_id }),
      },
      ...(question.body && { body: JSON.stringify(question.body) }),
    });
    if (reply.status === 401) tokens.forget(access.revision);
    return reply;
  };
  const listAccounts = async (access: BankAccess) => {
    const reply = await ask(access, { method: 'GET', path: access.settings.balance_path ?? '/accounts' });
    assertGood(reply);
    const list = at(reply.json, access.field_map.accounts ?? 'accounts');
    if (!Array.isArray(list)) throw new BankUnusable('wrong_fields');
    return list.map((row) => {
      const iban = at(row, access.field_map.account_iban ?? 'iban');
      const amount_tiyn = parseMoney(String(at(row, access.field_map.account_amount ?? 'amount')));
      if (typeof iban !== 'string' || amount_tiyn === null) throw new BankUnusable('wrong_fields');
      return { iban, amount_tiyn };
    });
  };
  return {
    kind: 'CUSTOM',
    is_open: true,
    abilities: ({ settings }) => ({
      pays: Boolean(settings.api_url),
      tells_balances: Boolean(settings.api_url),
      tells_statements: false,
    }),
    assertUsable(access) {
      const { api_url, token_url } = access.settings;
      for (const [name, url] of Object.entries({ api_url, token_url }))
        if (url) withField(name, () => outbound.assertAllowed(url));
      if (api_url)
        for (const name of ['submit_path', 'status_path', 'balance_path'] as const)
          withField(name, () => outbound.assertAllowed(urlOf(access, access.settings[name] ?? '/')));
    },
    async check(access) {
      if (!access.settings.api_url) return { outcome: 'by_file' };
      try {
        const accounts = await listAccounts(access);
        return { outcome: 'works', accounts: accounts.map(({ iban }) => iban) };
      } catch (error) {
        return { outcome: 'failed', fault: bankFaultOf(error) };
      }
    },
    async balances(access, ibans) {
      if (!access.settings.api_url) return [];
      return (await listAccounts(access)).filter(({ iban }) => ibans.includes(iban));
    },
    open(access) {
      if (!access.settings.api_url) return null;
      return {
        name: 'CUSTOM',
        prepare: async () => void (await tokenOf(access)),
        submit: (order) => submit(order, access),
        async status(end_to_end_id) {
          const path = (access.settings.status_path ?? '/payments/{id}').replaceAll(
            '{id}',
            encodeURIComponent(end_to_end_id),
          );
          const reply = await ask(access, { method: 'GET', path });
          if (reply.status === 404) return { status: 'not_found' };
          assertGood(reply);
          return readAnswer(reply, access);
        },
      };
    },
  };

  /** Only what the bank says of this order itself is an answer; a broken connection and 5xx say nothing (F10). */
  async function submit(order: BankOrder, access: BankAccess): Promise<BankAnswer> {
    let reply: BankReply;
    try {
      reply = await ask(access, {
        method: 'POST',
        path: access.settings.submit_path ?? '/payments',
        body: bodyOf(order, access.field_map),
        end_to_end_id: order.end_to_end_id,
      });
    } catch (error) {
      if (error instanceof BankUnusable || (error instanceof NoAnswer && !error.was_sent))
        return { status: 'rejected', reason: NOT_SENT };
      throw error;
    }
    if (reply.status === 401 || reply.status === 403) return { status: 'rejected', reason: REFUSED };
    if (reply.status === 400 || reply.status === 422)
      return { status: 'rejected', reason: reasonOf(reply, access) };
    assertGood(reply);
    return readAnswer(reply, access);
  }
}

function withField(field: string, deed: () => void): void {
  try {
    deed();
  } catch (error) {
    throw Object.assign(error as Error, { field });
  }
}

function reasonOf({ json }: BankReply, { field_map }: BankAccess): string {
  const reason = at(json, field_map.reason ?? 'reason');
  return typeof reason === 'string' && reason.trim() ? reason.trim().slice(0, 300) : WITHOUT_REASON;
}

/** An unknown word of the bank says nothing: better to wait for a person than to guess. */
function readAnswer(reply: BankReply, access: BankAccess): BankAnswer {
  const said = String(at(reply.json, access.field_map.status ?? 'status')).toLowerCase();
  const status = STATUS_WORDS.find((word) =>
    (access.status_map[word] ?? word).split(',').some((one) => one.trim().toLowerCase() === said),
  );
  if (!status) throw new BankUnusable('wrong_fields');
  return status === 'rejected' ? { status, reason: reasonOf(reply, access) } : { status };
}

/** Our names, or the bank's, with points for what lies deeper. */
function bodyOf(order: BankOrder, map: FieldMap): object {
  const { payer, payee } = order;
  const values: Partial<Record<MappedField, string | undefined>> = {
    end_to_end_id: order.end_to_end_id,
    amount: formatMoney(order.amount_tiyn),
    currency: 'KZT',
    knp: order.knp,
    purpose: order.purpose,
    ...partyFields('payer', payer),
    ...partyFields('payee', payee),
    callback_url: order.callback_url,
  };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const path = (map[name as MappedField] ?? name).split('.');
    if (
      value === undefined ||
      path.some((step) => ['', '__proto__', 'constructor', 'prototype'].includes(step))
    )
      continue;
    let place = body;
    for (const step of path.slice(0, -1)) {
      if (typeof place[step] !== 'object') place[step] = {};
      place = place[step] as Record<string, unknown>;
    }
    place[path.at(-1)!] = value;
  }
  return body;
}

function partyFields<Side extends 'payer' | 'payee'>(side: Side, party: BankOrder[Side]) {
  return Object.fromEntries(Object.entries(party).map(([name, value]) => [`${side}_${name}`, value]));
}
