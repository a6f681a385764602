/** The token of an `Authorization` header (RFC 6750, 2.1), whose scheme has no case (RFC 9110, 11.1); null when it brings none. */
export function bearerOf(header: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
