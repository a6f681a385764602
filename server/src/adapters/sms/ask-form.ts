const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** Posts a form and answers JSON. Throws on everything else; no redirect is followed, since the form holds a secret. */
export async function askForm(url: string, fields: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  if (text.length > MOST_BYTES) throw new Error('the gateway answered too much');
  return JSON.parse(text);
}
