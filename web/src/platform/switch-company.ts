import { api } from './api.ts';
import { keepAccessToken } from './session.ts';

/** Switches to another of the user's companies. Everything on screen belongs to the old one, so the app restarts. */
export async function switchCompany(company_id: number, to = '/'): Promise<void> {
  keepAccessToken(await api.call('auth.switch_company', { body: { company_id } }));
  location.assign(to);
}
