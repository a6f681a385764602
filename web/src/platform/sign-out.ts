import { api } from './api.ts';
import { queryClient } from './query.ts';
import { dropAccessToken } from './session.ts';
import { SIGNED_OUT, tellTabs } from './tabs.ts';

/** Ends the session here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await api.call('auth.logout').catch(() => undefined);
  dropAccessToken();
  tellTabs([SIGNED_OUT]);
  queryClient.clear();
  location.assign('/auth/login');
}
