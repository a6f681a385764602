import { api } from './api.ts';
import { keepAccessToken } from './session.ts';

/** Works in another of one's companies from now on. Everything on the screen belongs to the one before: begins anew. */
export async function switchCompany(company_id: number, to = '/'): Promise<void> {
  keepAccessToken(await api.call('auth.switch_company', { body: { company_id } }));
  location.assign(to);
}
