import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { people, signInQuietly } from './people.ts';

type Get = (path: string) => Promise<never>;

/** What each varying part of an address may be, found by asking the product as `email`. */
const parts: Record<string, (get: Get, path: string, request: APIRequestContext) => Promise<string>> = {
  // A draft can be edited, whatever the first of the list is.
  act_id: (get, path) =>
    firstId(get, `/api/v1/doc/acts?limit=1${path.endsWith('/edit') ? '&status_id=1' : ''}`),
  doc_id: (get) => firstId(get, '/api/v1/doc/documents?limit=1'),
  company_id: async (get) => {
    const list = `/api/v1/tariff/admin/companies?search=${encodeURIComponent('Алатау')}`;
    const { items }: { items: { company_id: number }[] } = await get(list);
    return String(items[0]!.company_id);
  },
  executor_id: async (get) => {
    const [first]: { executor_company_id: number }[] = await get('/api/v1/company/executors/list');
    return String(first!.executor_company_id);
  },
  ticket_id: (get, path) =>
    firstId(get, `/api/v1/support/${path.startsWith('/admin') ? 'admin/' : ''}tickets?limit=1`),
  // The demo data has none: the company sends the first one, to the executor of the journeys.
  reconciliation_id: async (get, _path, request) => {
    const list = '/api/v1/reconciliations?limit=1';
    const { total }: { total: number } = await get(list);
    if (total === 0) await sendReconciliation(request);
    return firstId(get, list);
  },
  guide: async () => 'webhooks',
  public_id: async (get) => {
    const act_id = await firstId(get, '/api/v1/doc/acts?limit=1&status_id=10');
    const { file }: { file: { public_id: string } } = await get(`/api/v1/doc/acts/${act_id}`);
    return file.public_id;
  },
  token: async (get, path, request) => {
    if (path.startsWith('/join/')) return inviteSomebody(request);
    const id = Number(await firstId(get, '/api/v1/doc/acts?limit=1&status_id=2'));
    const answer = await request.post('/api/v1/doc/quick-sign', {
      headers: { Authorization: `Bearer ${await signInQuietly(request, people.director)}` },
      data: { doc_type: 'act', id },
    });
    expect(answer.status()).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    return url.split('/').at(-1)!;
  },
};

async function sendReconciliation(request: APIRequestContext): Promise<void> {
  const headers = { Authorization: `Bearer ${await signInQuietly(request, people.director)}` };
  const executor = await signInQuietly(request, people.executor);
  const me = await request.get('/api/auth/me', { headers: { Authorization: `Bearer ${executor}` } });
  const { company } = (await me.json()) as { company: { id: number } };
  const sent = await request.post('/api/v1/reconciliations/send', {
    headers,
    data: { date_from: '2026-01-01', date_to: '2026-12-31', executor_company_ids: [company.id] },
  });
  expect(sent.status()).toBe(200);
}

/** The token of a new employee's invitation, as the outbox tells it to an administrator. */
async function inviteSomebody(request: APIRequestContext): Promise<string> {
  const email = `kyzmet${Date.now()}@invited.example`;
  const invitation = await request.post('/api/v1/company/employees/invitations', {
    headers: { Authorization: `Bearer ${await signInQuietly(request, people.director)}` },
    data: { email, rights: ['manage_acts', 'sign'] },
  });
  expect(invitation.status()).toBe(200);
  return (await readLetter(request, email)).match(/\/join\/([0-9a-f]{64})/)![1]!;
}

/** The newest message to somebody, from the outbox: without a gateway it is the delivery. */
async function readLetter(request: APIRequestContext, recipient: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await signInQuietly(request, people.administrator)}` };
  const list = await request.get('/api/v1/admin/outbox', { headers, params: { recipient, limit: 1 } });
  const [first] = ((await list.json()) as { items: { id: number }[] }).items;
  const message = await request.get(`/api/v1/admin/outbox/${first!.id}`, { headers });
  return ((await message.json()) as { body: string }).body;
}

/** The path of a screen with something real in the place of each `$name`. */
export async function fillAddress(request: APIRequestContext, path: string, email: string): Promise<string> {
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return path;
  const token = await signInQuietly(request, email);
  const get: Get = async (call) => {
    const answer = await request.get(call, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status(), call).toBe(200);
    return (await answer.json()) as never;
  };
  let filled = path;
  for (const name of names) {
    const find = parts[name];
    if (!find) throw new Error(`Nothing is known for $${name} of ${path}: add a line to e2e/addresses.ts`);
    filled = filled.replace(`$${name}`, await find(get, path, request));
  }
  return filled;
}

async function firstId(get: Get, list: string): Promise<string> {
  const { items }: { items: { id: number }[] } = await get(list);
  expect(items.length, `something in ${list}`).toBeGreaterThan(0);
  return String(items[0]!.id);
}
