import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/database.ts';
import { SANDBOX_BANK_PATH } from '../../../platform/outbound.ts';
import type { BankAnswer } from '../banks.ts';
import { sandboxBank } from './sandbox-bank.ts';

/** What a client of the sandbox bank is told to type. No secret: it is in the page that explains it. */
export const SANDBOX_CLIENT = { client_id: 'kelisim', client_secret: 'sandbox-bank-secret' };
const TOKEN_S = 300;

/**
 * What goes wrong with an order, as it does at real banks (F10, F11). `silent` and `cut` and `lost_answer` have taken
 * the order before they fail, `down` has not.
 */
export const BANK_TROUBLES = [
  'none',
  'slow',
  'silent',
  'cut',
  'lost_answer',
  'down',
  'busy',
  'twice',
  'late_callback',
  'rude_callback',
] as const;
export type BankTrouble = (typeof BANK_TROUBLES)[number];

/** By the last two digits of a sum, so that people can see each of them. 13 is rejected at once, 17 after acceptance. */
const TROUBLE_OF: Record<string, BankTrouble> = {
  21: 'silent',
  23: 'lost_answer',
  27: 'slow',
  29: 'twice',
  31: 'late_callback',
  37: 'cut',
  39: 'down',
};

export interface SandboxBankOptions {
  db: Database;
  master_key: Buffer;
  /** Another trouble than the sum says; an attack chooses. */
  trouble?: (order: { end_to_end_id: string; amount_tiyn: bigint }) => BankTrouble;
  /** Is the bank there at all, tokens included? */
  isUp?: () => boolean;
  slow_ms?: number;
}

const party = { name: z.string(), bin: z.string(), iban: z.string(), bic: z.string(), kbe: z.string() };
const side = <Side extends string>(name: Side) =>
  Object.fromEntries(Object.entries(party).map(([field, type]) => [`${name}_${field}`, type])) as {
    [Field in keyof typeof party as `${Side}_${Field}`]: z.ZodString;
  };
const payment = z.object({
  end_to_end_id: z.string().min(1).max(64),
  amount: z.string(),
  currency: z.literal('KZT'),
  knp: z.string().regex(/^\d{3}$/),
  purpose: z.string().min(1),
  ...side('payer'),
  ...side('payee'),
  callback_url: z.url().optional(),
});

/** The sandbox bank for who speaks HTTP: OAuth 2.0, orders, accounts; and what goes wrong with a bank. */
export async function serveSandboxBank(http: FastifyInstance, options: SandboxBankOptions): Promise<void> {
  const { db, slow_ms = 2_500, isUp = () => true } = options;
  const books = sandboxBank(db);
  const key = deriveKey(options.master_key, 'sandbox-bank-api');
  const silent = new Set<FastifyReply>();
  const troubleOf =
    options.trouble ?? (({ amount_tiyn }) => TROUBLE_OF[String(amount_tiyn % 100n)] ?? 'none');

  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      if (!isUp()) return reply.code(503).send({ error: 'maintenance' });
      return undefined;
    });
    scope.post(`${SANDBOX_BANK_PATH}oauth/token`, async (request, reply) => {
      if (!isClient(request)) return reply.code(401).send({ error: 'invalid_client' });
      const form = new URLSearchParams((request.body as string | null) ?? '');
      if (form.get('grant_type') !== 'client_credentials')
        return reply.code(400).send({ error: 'unsupported_grant_type' });
      const access_token = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_S}s`)
        .setJti(randomUUID())
        .sign(key);
      return { access_token, token_type: 'Bearer', expires_in: TOKEN_S };
    });
    scope.register(async (inner) => {
      inner.addHook('onRequest', async (request, reply) => {
        const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const good = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => null);
        if (!good) return reply.code(401).send({ error: 'invalid_token' });
        return undefined;
      });
      inner.post(`${SANDBOX_BANK_PATH}payments`, takePayment);
      inner.get(`${SANDBOX_BANK_PATH}payments/:id`, async (request, reply) => {
        const answer = await books.status((request.params as { id: string }).id);
        return answer.status === 'not_found' ? reply.code(404).send({ error: 'not_found' }) : answer;
      });
      inner.get(`${SANDBOX_BANK_PATH}accounts`, async () => {
        const rows = await db
          .selectFrom('bank_requisites')
          .select('iban')
          .where('deleted_at', 'is', null)
          .where('is_main', '=', true)
          .orderBy('id')
          .limit(500)
          .execute();
        const balances = rows.length === 0 ? [] : await books.balances!(rows.map(({ iban }) => iban));
        return {
          accounts: balances.map(({ iban, amount_tiyn }) => ({ iban, amount: formatMoney(amount_tiyn) })),
        };
      });
    });
  });
  // Who waits for an answer that never comes must not keep the product from ending.
  http.addHook('preClose', async () => {
    for (const reply of silent) reply.raw.destroy();
  });

  async function takePayment(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const given = payment.safeParse(readJson(request.body));
    const amount_tiyn = given.success ? parseMoney(given.data.amount) : null;
    if (!given.success || amount_tiyn === null || amount_tiyn <= 0n)
      return reply.code(422).send({ status: 'rejected', reason: 'Платёж заполнен неверно' });
    const { data } = given;
    const trouble = troubleOf({ end_to_end_id: data.end_to_end_id, amount_tiyn });
    if (trouble === 'down') return reply.code(503).send({ error: 'maintenance' });
    if (trouble === 'busy') return reply.code(429).send({ error: 'too_many_requests' });
    const of = (name: 'payer' | 'payee') => ({
      name: data[`${name}_name`],
      bin: data[`${name}_bin`],
      iban: data[`${name}_iban`],
      bic: data[`${name}_bic`],
      kbe: data[`${name}_kbe`],
    });
    const order = {
      end_to_end_id: data.end_to_end_id,
      amount_tiyn,
      knp: data.knp,
      purpose: data.purpose,
      payer: of('payer'),
      payee: of('payee'),
    };
    const answer = await books.submit(order);
    if (trouble === 'twice') await books.submit(order);
    void tell(data.callback_url, trouble, answer);
    if (trouble === 'lost_answer') return reply.code(502).type('text/html').send('<html>Bad Gateway</html>');
    if (trouble === 'cut') {
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    if (trouble === 'silent') {
      reply.hijack();
      silent.add(reply);
      reply.raw.on('close', () => silent.delete(reply));
      return reply;
    }
    if (trouble === 'slow') await sleep(slow_ms);
    return answer;
  }

  /** Says that an order has moved: too early, many times, late, or the opposite of what is true. */
  async function tell(url: string | undefined, trouble: BankTrouble, answer: BankAnswer): Promise<void> {
    if (!url || !isLocal(url)) return;
    const say = (body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(5_000),
      }).then(
        (said) => said.body?.cancel(),
        () => undefined,
      );
    await say(answer);
    if (trouble === 'rude_callback')
      await say({ status: answer.status === 'rejected' ? 'settled' : 'rejected', reason: 'x' });
    if (trouble === 'twice') await Promise.all([1, 2, 3].map(() => say(answer)));
    if (trouble === 'late_callback') {
      await sleep(slow_ms * 2, undefined, { ref: false });
      await say({ status: 'accepted' });
    }
  }
}

function isClient(request: FastifyRequest): boolean {
  const basic = /^Basic ([\w+/=]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [id, secret] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent);
  return id === SANDBOX_CLIENT.client_id && secret === SANDBOX_CLIENT.client_secret;
}

/** The sandbox talks to this machine alone. */
function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(url).hostname);
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}
