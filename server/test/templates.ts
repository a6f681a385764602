import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';
import { makeWordFile } from './word-files.ts';

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
