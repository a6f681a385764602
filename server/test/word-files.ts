import { ZipFile } from 'yazl';
import { docxParts } from '../src/features/templates/sample-template.ts';

const MAIN = 'word/document.xml';

/** A Word file of plain paragraphs, with parts added or put in the place of others; `main` names its main part. */
export async function makeWordFile(
  paragraphs: string[],
  parts: Record<string, string> = {},
  { main = MAIN } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const all = { ...docxParts(paragraphs.map((text) => ({ text }))), ...parts };
  for (const [name, content] of Object.entries(all))
    zip.addBuffer(Buffer.from(content.replaceAll(MAIN, main)), name === MAIN ? main : name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

/** The beginning of an OLE file with a stream of that name: what Office wrote before 2007, or under a password. */
export function oleFile(stream: string): Buffer {
  const head = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([head, Buffer.alloc(1_016), Buffer.from(`${stream}\0`, 'utf16le')]);
}
