/**
 * Walking through long DER without a tree: lists of revoked certificates have a hundred thousand entries, and a tree
 * of them would cost more memory than the list.
 */
export interface Header {
  tag: number;
  /** Where the value begins with its header, where its content begins, and where it ends. */
  start: number;
  from: number;
  end: number;
}

/** The value at a place, or null when it is not DER or does not end before `limit`. */
export function headerAt(bytes: Uint8Array, start: number, limit: number): Header | null {
  if (start + 2 > limit) return null;
  const tag = bytes[start]!;
  const first = bytes[start + 1]!;
  if ((tag & 0x1f) === 0x1f || tag === 0) return null;
  let from = start + 2;
  let size = first;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4 || from + count > limit) return null;
    size = 0;
    for (let i = 0; i < count; i++) size = size * 256 + bytes[from + i]!;
    if (size < 0x80 || bytes[from] === 0) return null;
    from += count;
  }
  return from + size <= limit ? { tag, start, from, end: from + size } : null;
}

/** The values between two places, or null when they do not fill it. */
export function headersIn(bytes: Uint8Array, from: number, end: number): Header[] | null {
  const all: Header[] = [];
  for (let at = from; at < end;) {
    const header = headerAt(bytes, at, end);
    if (header === null) return null;
    all.push(header);
    at = header.end;
  }
  return all;
}
