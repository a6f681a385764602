import { ZipFile } from 'yazl';
import { docxParts } from '../src/features/templates/sample-template.ts';
import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';

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

/** A template of the company with these paragraphs. */
export async function makeTemplate(
  app: TestApp,
  director: Person,
  paragraphs = ['№ {contract_number}: {company_name}, {executor_name}'],
  name = 'Үлгі',
): Promise<number> {
  const bytes = await makeWordFile(paragraphs);
  const files = { file: { name: 'template.docx', bytes } };
  return (await app.ok('templates.upload', director, { body: { name }, files })).id;
}
