import { ZipFile } from 'yazl';
import { docxParts } from '../src/features/templates/sample-template.ts';

/** A Word file of plain paragraphs, with parts added or put in the place of others. */
export async function makeWordFile(
  paragraphs: string[],
  parts: Record<string, string> = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const all = { ...docxParts(paragraphs.map((text) => ({ text }))), ...parts };
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}
