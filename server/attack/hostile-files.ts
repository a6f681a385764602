import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { makeXlsx, sheet } from '../src/adapters/spreadsheet/xlsx/make-xlsx.ts';

/** What is uploaded where. */
export interface HostileFile {
  kind: 'contract' | 'table' | 'key' | 'signature';
  title: string;
  name?: string;
  bytes: () => Buffer | Promise<Buffer>;
}

const VECTORS = fileURLToPath(new URL('../../../shared/vectors/', import.meta.url));
const MIB = 1_048_576;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A PDF of these objects, the first of which is its root. */
function pdfOf(objects: (string | Buffer)[], tail = ''): Buffer {
  return Buffer.concat([
    latin1('%PDF-1.7\n'),
    ...objects.flatMap((body, at) => [
      latin1(`${at + 1} 0 obj\n`),
      Buffer.from(body as string, 'latin1'),
      latin1('\nendobj\n'),
    ]),
    latin1(`trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF${tail}`),
  ]);
}
const stream = (dict: string, data: Buffer) =>
  Buffer.concat([latin1(`<<${dict}/Length ${data.length}>>\nstream\n`), data, latin1('\nendstream')]);
const PAGES = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
];
const bomb = (size: number) =>
  stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.alloc(size, 0x20)));

/** A table whose only sheet is this XML. */
const book = (xml: string | Buffer, more: Record<string, Buffer> = {}) =>
  makeXlsx('', { 'xl/worksheets/sheet1.xml': xml, ...more });

/** The directory, and the sheet itself, tell another size than it unpacks to. */
async function lyingBook(size: number, claim: number): Promise<Buffer> {
  const bytes = await book(Buffer.alloc(size, 0x20));
  const [told, lie] = [Buffer.alloc(4), Buffer.alloc(4)];
  told.writeUInt32LE(size);
  lie.writeUInt32LE(claim);
  for (let at = bytes.indexOf(told); at >= 0; at = bytes.indexOf(told, at)) lie.copy(bytes, at);
  return bytes;
}

const madeFiles = (key: Buffer): HostileFile[] => [
  { kind: 'contract', title: 'HTML with a script', bytes: () => latin1('<script>alert(1)</script>') },
  {
    kind: 'contract',
    title: 'twenty megabytes of nothing',
    bytes: () => Buffer.concat([latin1('%PDF-1.7\n'), Buffer.alloc(19 * MIB, 0x41)]),
  },
  { kind: 'contract', title: 'a stream of 400 MB', bytes: () => pdfOf([...PAGES, bomb(400 * MIB)]) },
  {
    kind: 'contract',
    title: 'sixty streams of 31 MB each',
    bytes: () => pdfOf([...PAGES, ...Array<Buffer>(60).fill(bomb(31 * MIB))]),
  },
  { kind: 'contract', title: 'arrays in arrays', bytes: () => pdfOf([...PAGES, '['.repeat(9 * MIB)]) },
  {
    kind: 'contract',
    title: 'dictionaries in dictionaries',
    bytes: () => pdfOf([...PAGES, '<</A'.repeat(4 * MIB)]),
  },
  {
    kind: 'contract',
    title: 'a million objects',
    bytes: () => pdfOf([...PAGES, ...Array.from({ length: 1_000_000 }, () => '<<>>')]),
  },
  {
    kind: 'contract',
    title: 'an array of four million numbers',
    bytes: () => pdfOf([...PAGES, `[${'1 '.repeat(4_000_000)}]`]),
  },
  {
    kind: 'contract',
    title: 'a million names',
    bytes: () =>
      pdfOf([...PAGES, `<<${Array.from({ length: 1_000_000 }, (_, at) => `/N${at} 1`).join('')}>>`]),
  },
  {
    kind: 'contract',
    title: 'pages that show one another',
    bytes: () => pdfOf([PAGES[0]!, '<</Type/Pages/Count 1/Kids[2 0 R 2 0 R]>>']),
  },
  {
    kind: 'contract',
    title: 'a million pages that are one',
    bytes: () => pdfOf([PAGES[0]!, `<</Type/Pages/Count 1/Kids[${'3 0 R '.repeat(1_000_000)}]>>`, PAGES[2]!]),
  },
  {
    kind: 'contract',
    title: 'a program',
    bytes: () =>
      pdfOf(['<</Type/Catalog/Pages 2 0 R/OpenAction<</S/Launch/F(cmd.exe)>>>>', ...PAGES.slice(1)]),
  },
  {
    kind: 'contract',
    title: 'a script behind the end',
    bytes: () => pdfOf(PAGES, '\n<script>alert(1)</script>'),
  },
  { kind: 'table', title: 'a sheet of 1 GB', bytes: () => book(Buffer.alloc(1000 * MIB, 0x20)) },
  {
    kind: 'table',
    title: 'a sheet of 400 MB that claims to be small',
    bytes: () => lyingBook(400 * MIB, 1000),
  },
  {
    kind: 'table',
    title: 'entities of entities',
    bytes: () =>
      book('<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'),
  },
  {
    kind: 'table',
    title: 'elements in elements',
    bytes: () => book(`<worksheet>${'<a>'.repeat(3_000_000)}`),
  },
  {
    kind: 'table',
    title: 'five thousand parts',
    bytes: () => {
      const names = Array.from({ length: 5_000 }, (_, at) => [`p${at}`, Buffer.alloc(0)] as const);
      return book(sheet(''), Object.fromEntries(names));
    },
  },
  {
    kind: 'table',
    title: 'a million rows',
    bytes: () => book(sheet('<row><c t="n"><v>1</v></c></row>'.repeat(1_000_000))),
  },
  { kind: 'key', title: 'a key file with a million rounds', bytes: () => keyOfManyRounds(key) },
  {
    kind: 'key',
    title: 'no key file',
    bytes: () => Buffer.concat([Buffer.from([0x30, 0x83, 1, 0, 0, 2, 1, 3]), Buffer.alloc(65_000, 0x30)]),
  },
  {
    kind: 'signature',
    title: 'sequences in sequences',
    bytes: () => Buffer.alloc(19 * MIB, Buffer.from([0x30, 0x80])),
  },
  { kind: 'signature', title: 'twenty megabytes of base64', bytes: () => Buffer.alloc(19 * MIB, 0x41) },
  {
    kind: 'signature',
    title: 'twenty megabytes of PEM',
    bytes: () => latin1('-----BEGIN CMS-----\n'.repeat(900_000)),
  },
];

/** One of each kind as honest people send them. */
export function ordinaryFiles(key: Buffer): HostileFile[] {
  return [
    { kind: 'contract', title: 'a contract', bytes: () => pdfOf(PAGES) },
    { kind: 'table', title: 'a table', bytes: () => book(sheet('')) },
    { kind: 'key', title: 'a key', bytes: () => key },
    { kind: 'signature', title: 'a signature', bytes: () => latin1('MIIB') },
  ];
}

/** A good key file whose number of rounds was raised where it stands, last in the file (RFC 7292, MacData). */
function keyOfManyRounds(bytes: Buffer): Buffer {
  const rounds = bytes.lastIndexOf(Buffer.from([2, 2, 4, 0]));
  // One byte more in two lengths: of MacData, which is short, and of the whole, whose length has two bytes.
  const longer = Buffer.concat([bytes.subarray(0, rounds), Buffer.from([2, 3, 0x0f, 0x42, 0x3f])]);
  longer.writeUInt16BE(longer.readUInt16BE(2) + 1, 2);
  longer[macData(bytes) + 1]! += 1;
  return longer;
}

/** Where the sequence begins that reaches to the end of the file. */
function macData(bytes: Buffer): number {
  for (let at = bytes.length - 2; at > 0; at--)
    if (bytes[at] === 0x30 && bytes[at + 1] === bytes.length - at - 2) return at;
  throw new Error('No MacData at the end of the key file');
}

/** Everything there is: made here, and the odd files and words that others have gathered, where they are at hand. */
export function hostileFiles(key: Buffer): HostileFile[] {
  const pdfs = `${VECTORS}pdf/`;
  const words = `${VECTORS}strings/blns.json`;
  const found: HostileFile[] = [];
  if (existsSync(pdfs))
    for (const file of readdirSync(pdfs).filter((one) => one.endsWith('.pdf')))
      found.push({ kind: 'contract', title: `vectors/pdf/${file}`, bytes: () => readFileSync(pdfs + file) });
  if (existsSync(words))
    (JSON.parse(readFileSync(words, 'utf8')) as string[]).forEach((name, at) =>
      found.push({ kind: 'contract', title: `vectors/strings ${at}`, name, bytes: () => pdfOf(PAGES) }),
    );
  return [...found, ...madeFiles(key)];
}
