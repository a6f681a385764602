const BLOCK = 512;

export interface TarEntry {
  path: string;
  kind: 'file' | 'folder' | 'link';
  mode: number;
  size: number;
}

export interface TarSink {
  begin(entry: TarEntry): void;
  write(bytes: Buffer): void;
  end(): void;
}

/** Reads the ustar archives that PostgreSQL writes, piece by piece. Throws for what it does not know. */
export function makeTarReader(sink: TarSink): { add(bytes: Buffer): void; end(): void } {
  let held: Buffer = Buffer.alloc(0);
  let left = 0;
  let padding = 0;
  let ended = false;
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  const step = (): boolean => {
    if (left > 0) {
      if (held.length === 0) return false;
      const piece = take(Math.min(left, held.length));
      left -= piece.length;
      sink.write(piece);
      if (left === 0) sink.end();
      return true;
    }
    if (padding > 0) {
      if (held.length === 0) return false;
      padding -= take(Math.min(padding, held.length)).length;
      return true;
    }
    if (held.length < BLOCK) return false;
    const header = take(BLOCK);
    if (header.every((byte) => byte === 0)) {
      ended = true;
      return true;
    }
    if (ended) throw new Error('the archive goes on after its end');
    const entry = readEntry(header);
    sink.begin(entry);
    left = entry.size;
    padding = (BLOCK - (entry.size % BLOCK)) % BLOCK;
    if (left === 0) sink.end();
    return true;
  };
  return {
    add(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (step());
    },
    end() {
      if (left > 0 || held.length > 0) throw new Error('the archive is cut off');
    },
  };
}

function readEntry(header: Buffer): TarEntry {
  const text = (at: number, length: number) => {
    const field = header.subarray(at, at + length);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? length : end).toString('utf8');
  };
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (readNumber(header.subarray(148, 156)) !== sum) throw new Error('a header of the archive is damaged');
  const kinds: Record<string, TarEntry['kind']> = { '0': 'file', '': 'file', '5': 'folder', '2': 'link' };
  const kind = kinds[text(156, 1)];
  if (!kind) throw new Error(`the archive holds an entry of an unknown kind`);
  const prefix = text(345, 155);
  const path = `${prefix ? `${prefix}/` : ''}${text(0, 100)}`.replace(/^\.\//, '').replace(/\/$/, '');
  if (path.startsWith('/') || path.split('/').includes('..'))
    throw new Error('the archive leads out of its folder');
  return {
    path,
    kind,
    mode: readNumber(header.subarray(100, 108)),
    size: kind === 'file' ? readNumber(header.subarray(124, 136)) : 0,
  };
}

/** Octal digits, or for large files a number in base 256 with its first bit set. */
function readNumber(field: Buffer): number {
  if ((field[0] ?? 0) & 0x80)
    return Number(field.subarray(1).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n));
  return Number.parseInt(field.toString('latin1').replace(/\0.*$/, '').trim() || '0', 8);
}
