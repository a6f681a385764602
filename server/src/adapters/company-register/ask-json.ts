const TIMEOUT_MS = 8_000;
const MOST_BYTES = 256 * 1024;

/** Reads JSON of a public register. An empty answer is null. Throws on everything that is not an answer; the address may hold a key, so it is not told. */
export async function askJson(url: URL, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the register answered ${response.status}`);
  if (text.length > MOST_BYTES) throw new Error('the register answered too much');
  return text === '' ? null : JSON.parse(text);
}
