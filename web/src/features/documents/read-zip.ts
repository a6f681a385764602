/** A file that is read when its turn comes. */
export interface ZipEntry {
  /** Without its folders. */
  name: string;
  size: number;
  read(): Promise<File>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const ENCRYPTED = 1;

/**
 * What a ZIP holds, by its directory; of the archive only that is read, and later each file alone, so that gigabytes
 * of scans never lie in memory. Null where it is no archive, or one of more than four gigabytes.
 */
export async function readZip(zip: Blob): Promise<ZipEntry[] | null> {
  const tail = await viewOf(zip.slice(Math.max(0, zip.size - END_BYTES - MOST_COMMENT)));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) return null;
  const count = tail.getUint16(end + 10, true);
  const [bytes, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (from + bytes > zip.size) return null;
  const list = await viewOf(zip.slice(from, from + bytes));
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== ENTRY) return null;
    const [name_bytes, extra, comment] = [28, 30, 32].map((place) => list.getUint16(at + place, true));
    if (at + 46 + name_bytes! > list.byteLength) return null;
    const path = nameOf(new Uint8Array(list.buffer, at + 46, name_bytes));
    const name = path.split(/[\\/]/).at(-1)!;
    const place = {
      flags: list.getUint16(at + 8, true),
      method: list.getUint16(at + 10, true),
      packed: list.getUint32(at + 20, true),
      size: list.getUint32(at + 24, true),
      at: list.getUint32(at + 42, true),
    };
    // Systems add folders and hidden files of their own.
    if (name !== '' && !name.startsWith('.') && !path.startsWith('__MACOSX/'))
      entries.push({ name, size: place.size, read: () => readEntry(zip, name, place) });
    at += 46 + name_bytes! + extra! + comment!;
  }
  return entries;
}

async function readEntry(
  zip: Blob,
  name: string,
  { flags, method, packed, size, at }: Record<'flags' | 'method' | 'packed' | 'size' | 'at', number>,
): Promise<File> {
  if (flags & ENCRYPTED || (method !== 0 && method !== 8)) throw new ZipUnreadable();
  const head = await viewOf(zip.slice(at, at + 30));
  if (head.byteLength < 30) throw new ZipUnreadable();
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const content = zip.slice(from, from + packed);
  const parts = method === 0 ? [content] : await inflate(content, size);
  const file = new File(parts, name);
  if (file.size !== size) throw new ZipUnreadable();
  return file;
}

/** No more than the directory says: an archive may be made to grow without end. */
async function inflate(packed: Blob, size: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left = size;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts;
      left -= value.byteLength;
      if (left < 0) break;
      parts.push(value);
    }
  } catch {
    throw new ZipUnreadable();
  }
  await reader.cancel().catch(() => undefined);
  throw new ZipUnreadable();
}

/** A file of an archive that is damaged, has a password or is packed in an unknown way. */
export class ZipUnreadable extends Error {}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());

/** UTF-8, or what Windows writes in Russian where it does not say which. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('ibm866').decode(bytes);
  }
}
