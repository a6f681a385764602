import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { ActListItem, ActView } from '../shared/src/features/acts/acts.contract.ts';
import { people, signInQuietly } from './people.ts';

export const executorName = 'Ахметов Нұрлан Қайратұлы';

type Form = NonNullable<NonNullable<Parameters<APIRequestContext['post']>[1]>['multipart']>;

/** What a person does beside the screens. */
export async function callsOf(request: APIRequestContext, email: string) {
  const headers = { authorization: `Bearer ${await signInQuietly(request, email)}` };
  const read = async <T>(answer: APIResponse): Promise<T> => {
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as T;
  };
  const form = async <T>(path: string, multipart: Form) =>
    read<T>(await request.post(`/api/v1/${path}`, { headers, multipart }));
  return {
    get: async <T>(path: string) => read<T>(await request.get(`/api/v1/${path}`, { headers })),
    delete: async <T>(path: string) => read<T>(await request.delete(`/api/v1/${path}`, { headers })),
    post: async <T>(path: string, data: unknown) => {
      const keyed = { ...headers, 'idempotency-key': randomUUID() };
      return read<T>(await request.post(`/api/v1/${path}`, { headers: keyed, data }));
    },
    put: async <T>(path: string, data: unknown) =>
      read<T>(await request.put(`/api/v1/${path}`, { headers, data })),
    file: async (path: string, data?: object) => {
      const method = data ? 'POST' : 'GET';
      const answer = await request.fetch(`/api/v1/${path}`, { method, headers, ...(data && { data }) });
      expect(answer.status(), path).toBe(200);
      return answer.body();
    },
    form,
    upload: <T>(path: string, name: string, buffer: Buffer, fields: Record<string, string> = {}) =>
      form<T>(path, { ...fields, file: { name, mimeType: 'application/octet-stream', buffer } }),
  };
}

/** What makes an act like this one. */
export const bodyLike = (like: ActView) => ({
  title: like.title,
  contract_id: like.contract_id,
  contractor_company_id: like.contractor_company.id,
  date: like.act_date,
  start_date: like.start_date,
  end_date: like.end_date,
  knp: like.knp,
  services: like.services.map(({ category, unit, description, quantity, rate }) => ({
    category_id: category.id,
    unit_id: unit.id,
    description,
    quantity,
    rate,
  })),
});

/** Drafts like an act that the executor has: so a journey can be repeated over the same data. */
export async function makeActs(
  { get, post }: Pick<Awaited<ReturnType<typeof callsOf>>, 'get' | 'post'>,
  titles: readonly string[],
  to = executorName,
): Promise<ActView[]> {
  const list = await get<{ items: ActListItem[] }>(`doc/acts?limit=1&search=${encodeURIComponent(to)}`);
  const like = await get<ActView>(`doc/acts/${list.items[0]!.id}`);
  const made: ActView[] = [];
  for (const title of titles) {
    made.push(await post<ActView>('doc/acts', { ...bodyLike(like), title }));
  }
  return made;
}

/** The same, sent. */
export async function sendActs(
  request: APIRequestContext,
  titles: readonly string[],
  to?: string,
): Promise<number[]> {
  const calls = await callsOf(request, people.director);
  const act_ids = (await makeActs(calls, titles, to)).map(({ id }) => id);
  await calls.post('doc/acts/send', { act_ids });
  return act_ids;
}
