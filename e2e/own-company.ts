import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { PASSWORD } from './people.ts';
import { signDigest, type Digests, type TestKey } from './signing.ts';

/** Registers a company that no other journey knows, with the key of its head. Resolves to the director's e-mail. */
export async function registerCompany(
  request: APIRequestContext,
  { name, ceo }: { name: string; ceo: string },
): Promise<string> {
  const read = async <T>(answer: ReturnType<APIRequestContext['get']>): Promise<T> => {
    const got = await answer;
    expect(got.status(), `${got.url()}: ${await got.text()}`).toBe(200);
    return (await got.json()) as T;
  };
  const get = <T>(path: string) => read<T>(request.get(`/api/v1/${path}`));
  const post = <T>(path: string, data: object) => read<T>(request.post(`/api/v1/${path}`, { data }));
  const sample = await get<Record<'bin' | 'phone' | 'email' | 'iban', string>>('sandbox/sample?kind=too');
  const { bin, phone, email, iban } = sample;
  const { hash_key } = await post<{ hash_key: string }>('register/phone', { phone, kind: 'business' });
  const step = <T>(path: string, data: object = {}) => post<T>(`register/${path}`, { hash_key, ...data });
  const confirm = async () => step('confirm/check', await get(`sandbox/code?to=${hash_key}`));
  await confirm();
  await step('email', { email, password: PASSWORD });
  await confirm();
  await step('additional-info', { bin, type: 'too', name, address: 'г. Алматы, пр. Абая, 1', ceo });
  const banks = await get<{ id: number; iban_code: string | null }[]>('banking/public/banks');
  const bank = banks.find(({ iban_code }) => iban.slice(4, 7) === iban_code)!;
  await step('bank', { bank_id: bank.id, iban });
  const [head] = await post<TestKey[]>('sandbox/keys/issue', { bin, company_name: name, full_name: ceo });
  await step('ecp', { cms: await signDigest(head!, await step<Digests>('ecp/challenge')) });
  await step('confirm-agreement');
  await step('finish');
  return email;
}
