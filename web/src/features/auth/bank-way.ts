/** How one goes to a bank's page and comes back. */
interface Journey {
  state: string;
  next?: string | undefined;
}

const KEY = 'kelisim.bank';

/**
 * The address of the bank's page for a journey that begins in this tab. The word that is sent along has to come back:
 * else a link of a stranger would bring somebody into the stranger's account without their noticing.
 */
export function setOut(address: string, next: string | undefined): string {
  const journey: Journey = { state: crypto.randomUUID(), next };
  sessionStorage.setItem(KEY, JSON.stringify(journey));
  const url = new URL(address);
  url.searchParams.set('state', journey.state);
  return url.href;
}

/** What a bank has sent back, once, and out of the address bar; null when nobody comes from a bank. */
export function comeBack(): { assertion: string | null; next: string | undefined } | null {
  const said = new URLSearchParams(location.hash.slice(1));
  const assertion = said.get('assertion');
  if (!assertion) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  const begun = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Journey | null;
  sessionStorage.removeItem(KEY);
  if (!begun || begun.state !== said.get('state')) return { assertion: null, next: undefined };
  return { assertion, next: begun.next };
}
