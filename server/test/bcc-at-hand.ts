import type { Outbound, OutboundQuestion } from '../src/platform/outbound.ts';

/** What identifies BCC's client, and whatever else of theirs must never be seen. */
export interface BccSecrets {
  client_id: string;
  client_secret: string;
  /** Begins every token that it gives. */
  mark: string;
}

/**
 * BCC's public API as far as its documents go: a token of ours, the consent of a client whose refresh token is another
 * one each time and whose former ones are dead, accounts, statements. Nothing leaves this process.
 */
export function bccAtHand({ client_id, client_secret, mark }: BccSecrets) {
  let turn = 0;
  let living: string | null = null;
  const asked: string[] = [];
  const accounts: { iban: string; currency: string; status: string; is_main: boolean; balance: number }[] =
    [];
  const transactions: Record<string, unknown>[] = [];
  const state = { asked, accounts, transactions, pages: true, revoked: [] as string[] };

  function answer({ method, url, headers = {}, body = '' }: OutboundQuestion): [number, unknown] {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace('/bcc/production', '');
    const form = new URLSearchParams(body);
    asked.push(`${method} ${path}`);
    if (path === '/v2/oauth/token') {
      const known = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
      if (headers.authorization !== known) return [401, { error: 'invalid_client' }];
      return [200, { access_token: `${mark}-own`, token_type: 'Bearer', expires_in: 300 }];
    }
    if (headers.authorization !== `Bearer ${mark}-own`) return [401, { error: 'invalid_token' }];
    if (path === '/v1/auth-client/generate-auth-url')
      return [200, { authUrl: `https://auth.bcc.kz/consent?client=${form.get('client_idn')}` }];
    if (path === '/v1/auth-client/revoke') {
      state.revoked.push(form.get('token')!);
      return [200, {}];
    }
    if (path === '/v1/auth-client/token') {
      if (form.get('client_secret') !== client_secret) return [401, { error: 'invalid_client' }];
      const good =
        form.get('grant_type') === 'authorization_code'
          ? form.get('code') === `${mark}-code`
          : form.get('refresh_token') === living;
      if (!good) {
        // A token that comes a second time is taken for a stolen one.
        living = null;
        return [400, { error: 'invalid_grant' }];
      }
      living = `${mark}-refresh-${++turn}`;
      return [200, { access_token: `${mark}-access-${turn}`, refresh_token: living, expires_in: 61 }];
    }
    if (!headers['x-client-token']?.startsWith(`${mark}-access-`))
      return [401, { error: 'invalid_client_token' }];
    if (path === '/v1/business-account-management/accounts') return [200, accounts];
    const [, version, iban, what] =
      /^\/(v[12])\/business-account-management\/accounts\/(KZ\w{18})\/(statements?(?:\/pages)?)$/.exec(
        path,
      ) ?? [];
    if (!iban || !accounts.some((one) => one.iban === iban)) return [404, { error: 'not_found' }];
    if (version === 'v2' && what === 'statements/pages' && state.pages) {
      const [from, to] = [searchParams.get('date_from')!, searchParams.get('date_to')!];
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
      const within = transactions.filter(
        ({ valueDate }) => String(valueDate) >= from && String(valueDate) <= to,
      );
      return [200, { info: { iban }, transactions: within.slice(offset, offset + limit) }];
    }
    if (version === 'v1' && what === 'statement') {
      const [from, to] = [searchParams.get('dateFrom')!, searchParams.get('dateTo')!];
      const within = transactions.filter(
        ({ valueDate }) => String(valueDate) >= from && String(valueDate) <= to,
      );
      return [200, { info: { iban }, transactions: within }];
    }
    return [404, { error: 'not_found' }];
  }

  const outbound: Outbound = {
    assertAllowed: () => undefined,
    ask: async (question) => {
      const [status, json] = answer(question);
      return { status, text: JSON.stringify(json) };
    },
  };
  return { outbound, state };
}
