import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { BccSettings } from '../../../platform/config.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { askBank, askToken, assertGood, at, bankFaultOf, keepTokens } from '../ask-bank.ts';
import {
  BankUnusable,
  type AccountStatement,
  type BankAccess,
  type BankConnector,
  type StatementPeriod,
} from '../banks.ts';
import { countOperations, readBccStatement } from './read-bcc-statement.ts';

const SCOPE = 'bcc.application.business.account.management';
const PRODUCT = 'business-account-management';
const PAGE = 100;
/** More than a company has in a month of days; a longer period is asked for in parts. */
const MOST_OPERATIONS = 50_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Bank CenterCredit's public API (developer.bcc.kz): our token, the client's consent, their accounts and operations. Making
 * payment orders is not in it, so BCC is paid by file.
 */
export function bccBank(outbound: Outbound, own: BccSettings | null): BankConnector {
  const tokens = keepTokens();
  const base = `${own?.url}/bcc/production`;
  const ownToken = () => {
    if (!own) throw new BankUnusable('operator');
    return tokens.get('own', () =>
      askToken(outbound, { ...own, url: `${base}/v2/oauth/token`, scopes: SCOPE }),
    );
  };
  const askClient = async (path: string, fields: Record<string, string>) => {
    const reply = await askBank(outbound, {
      method: 'POST',
      url: `${base}/v1/auth-client/${path}`,
      headers: { ...FORM, authorization: `Bearer ${await ownToken()}` },
      body: new URLSearchParams(fields).toString(),
    });
    if (reply.status === 401) tokens.forget('own');
    return reply;
  };
  /**
   * A client's token, made from their stored one. When that has expired, the client must consent again. Each use
   * may return another one for the next time, which replaces it.
   */
  const clientToken = (access: BankAccess) =>
    tokens.get(access.revision, async () => {
      await ownToken();
      return access.renew(async (secrets) => {
        const { refresh_token } = secrets;
        if (!refresh_token) throw new BankUnusable('no_consent');
        const reply = await askClient('token', {
          grant_type: 'refresh_token',
          refresh_token,
          client_secret: own!.client_secret,
        });
        if (reply.status === 400 || reply.status === 401) throw new BankUnusable('no_consent');
        assertGood(reply);
        const token = at(reply.json, 'access_token');
        const next = at(reply.json, 'refresh_token');
        if (typeof token !== 'string') throw new BankUnusable('wrong_fields');
        return {
          told: { token, life_s: Number(at(reply.json, 'expires_in') ?? 300) || 300 },
          secrets: typeof next === 'string' && next !== '' ? { ...secrets, refresh_token: next } : secrets,
        };
      });
    });
  const askAccounts = async (access: BankAccess, path: string) => {
    const reply = await askBank(outbound, {
      method: 'GET',
      url: `${base}/${path}`,
      headers: { 'x-client-token': await clientToken(access), authorization: `Bearer ${await ownToken()}` },
    });
    if (reply.status === 401) {
      tokens.forget('own');
      tokens.forget(access.revision);
    }
    return reply;
  };
  const listAccounts = async (access: BankAccess) => {
    const reply = await askAccounts(access, `v1/${PRODUCT}/accounts`);
    assertGood(reply);
    if (!Array.isArray(reply.json)) throw new BankUnusable('wrong_fields');
    return reply.json.map((row) => ({ iban: String(at(row, 'iban')), balance: at(row, 'balance') }));
  };
  /** Page by page; whole where the bank has only the older question. */
  const askStatement = async (access: BankAccess, iban: string, { from, to }: StatementPeriod) => {
    const pages: unknown[] = [];
    for (let offset = 0; offset < MOST_OPERATIONS; offset += PAGE) {
      const query = `date_from=${from}&date_to=${to}&currency=KZT&convert_kaz=false&offset=${offset}&limit=${PAGE}`;
      const reply = await askAccounts(access, `v2/${PRODUCT}/accounts/${iban}/statements/pages?${query}`);
      if (offset === 0 && (reply.status === 404 || reply.status === 405)) {
        const older = `dateFrom=${from}&dateTo=${to}&currency=KZT&convertKaz=false`;
        const whole = await askAccounts(access, `v1/${PRODUCT}/accounts/${iban}/statement?${older}`);
        assertGood(whole);
        return readBccStatement(iban, [whole.json]);
      }
      assertGood(reply);
      pages.push(reply.json);
      if (countOperations(reply.json) < PAGE) return readBccStatement(iban, pages);
    }
    throw new BankUnusable('too_long');
  };
  return {
    kind: 'BCC',
    is_open: own !== null,
    abilities: () => ({ pays: false, tells_balances: own !== null, tells_statements: own !== null }),
    assertUsable: () => undefined,
    async check(access) {
      try {
        return { outcome: 'works', accounts: (await listAccounts(access)).map(({ iban }) => iban) };
      } catch (error) {
        return { outcome: 'failed', fault: bankFaultOf(error) };
      }
    },
    open: () => null,
    async balances(access, ibans) {
      return (await listAccounts(access)).flatMap(({ iban, balance }) => {
        const amount_tiyn = balance === undefined ? null : parseMoney(String(balance));
        return amount_tiyn === null || !ibans.includes(iban) ? [] : [{ iban, amount_tiyn }];
      });
    },
    async statements(access, ibans, period) {
      const known = (await listAccounts(access)).filter(({ iban }) => ibans.includes(iban));
      const told: AccountStatement[] = [];
      for (const { iban } of known) told.push(await askStatement(access, iban, period));
      return told;
    },
    consent: {
      async address(client_idn, redirect_uri) {
        const reply = await askClient('generate-auth-url', { redirect_uri, client_idn });
        assertGood(reply);
        const address = at(reply.json, 'authUrl');
        if (typeof address !== 'string' || !isPageOfBcc(address)) throw new BankUnusable('wrong_fields');
        return address;
      },
      async take(code, redirect_uri) {
        const reply = await askClient('token', {
          grant_type: 'authorization_code',
          code,
          redirect_uri,
          client_secret: own?.client_secret ?? '',
        });
        if (reply.status === 400) throw new BankUnusable('no_consent');
        assertGood(reply);
        const refresh_token = at(reply.json, 'refresh_token');
        if (typeof refresh_token !== 'string') throw new BankUnusable('wrong_fields');
        return { refresh_token };
      },
      async revoke({ secrets }) {
        if (secrets.refresh_token)
          assertGood({ ...(await askClient('revoke', { token: secrets.refresh_token })), json: {} });
      },
    },
  };
}

/** People are sent nowhere else. */
function isPageOfBcc(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && url.protocol === 'https:' && /(^|\.)bcc\.kz$/.test(url.hostname);
}
