/** Names of a font and of its glyphs, for menus and printers of old; a PDF has its own (ISO 32000-1, 9.9). */
const NEEDLESS = ['name', 'post'];
/** By which a sum over the whole font is completed in its `head` (OpenType 1.9). */
const WHOLE = 0xb1b0afba;

/** A TrueType font inside of a PDF without the tables that no reader of PDF takes from it. */
export function pruneFont(font: Uint8Array): Uint8Array {
  const from = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const tables = Array.from({ length: from.readUInt16BE(4) }, (_, index) => {
    const record = from.subarray(12 + index * 16, 28 + index * 16);
    const [start, length] = [record.readUInt32BE(8), record.readUInt32BE(12)];
    return { tag: record.toString('latin1', 0, 4), record, bytes: from.subarray(start, start + length) };
  }).filter(({ tag }) => !NEEDLESS.includes(tag));

  const head = Buffer.alloc(12);
  const power = Math.floor(Math.log2(tables.length));
  from.copy(head, 0, 0, 4);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10);

  let end = 12 + tables.length * 16;
  let completed_at = 0;
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const { tag, record, bytes } of tables) {
    const placed = Buffer.from(record);
    placed.writeUInt32BE(end, 8);
    records.push(placed);
    if (tag === 'head') completed_at = end + 8;
    bodies.push(bytes, Buffer.alloc(-bytes.length & 3));
    end += bytes.length + (-bytes.length & 3);
  }
  const pruned = Buffer.concat([head, ...records, ...bodies]);
  pruned.writeUInt32BE(0, completed_at);
  pruned.writeUInt32BE((WHOLE - sumOf(pruned)) >>> 0, completed_at);
  return pruned;
}

function sumOf(font: Buffer): number {
  let sum = 0;
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  return sum;
}
