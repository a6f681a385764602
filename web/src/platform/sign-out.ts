import { api } from './api.ts';
import { queryClient } from './query.ts';
import { dropAccessToken } from './session.ts';

/** Ends the session here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await api.call('auth.logout').catch(() => undefined);
  dropAccessToken();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  if ('BroadcastChannel' in window) new BroadcastChannel('kelisim.live').postMessage(['signed_out']);
  queryClient.clear();
  location.assign('/auth/login');
}
