/** Cookies the page itself reads and writes. Path is `/` everywhere (product constants). */

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const [key, ...rest] = part.split('=');
    if (key === name) return decodeURIComponent(rest.join('='));
  }
  return null;
}

export function writeCookie(name: string, value: string, max_age_s: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${max_age_s}; SameSite=Lax${secure}`;
}

export function dropCookie(name: string): void {
  writeCookie(name, '', 0);
}
