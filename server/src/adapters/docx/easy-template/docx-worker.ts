import { setImmediate } from 'node:timers/promises';
import {
  MissingCloseDelimiterError,
  MissingStartDelimiterError,
  TemplateHandler,
  TextPlugin,
  type Tag,
} from 'easy-template-x';
import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { DocxCheck, DocxFields } from '../docx.ts';
import { checkDocx } from './check-docx.ts';
import { DocxRefused, openPackage } from './docx-package.ts';
import { findStrayBraces, isTextOfPaper } from './left-in-text.ts';

/** Runs in a process of its own. Text is all that a field can become: no loops, pictures, links or raw markup. */
const template = new TemplateHandler({
  plugins: [new TextPlugin()],
  defaultContentType: 'text',
  containerContentType: 'text',
});

const tasks = {
  async check(docx: Uint8Array): Promise<DocxCheck> {
    try {
      return { status: 'ok', docx: await checkDocx(docx) };
    } catch (error) {
      if (!(error instanceof DocxRefused)) return { status: 'refused', code: 'docx_broken' };
      const { code, left } = error;
      return { status: 'refused', code, ...(left && { left }) };
    }
  },

  async readFields(docx: Uint8Array): Promise<DocxFields | null> {
    const odd = (await readPrinted(docx)).flatMap(findStrayBraces);
    if (odd.length > 0) return { names: [], odd: unique(odd) };
    try {
      const tags = await template.parseTags(Buffer.from(docx));
      return { names: unique(tags.map(({ rawText }: Tag) => rawText.replace(/[{}\s]/g, ''))), odd: [] };
    } catch (error) {
      if (!(error instanceof MissingCloseDelimiterError || error instanceof MissingStartDelimiterError))
        return null;
      // What is left is a field cut by a drawing, or a brace in the description of a picture; the library names it.
      return { names: [], odd: [/'(.*)'/s.exec(error.message)?.[1]?.slice(0, 80) ?? '{'] };
    }
  },

  async fill({ docx, values }: { docx: Uint8Array; values: Record<string, string> }): Promise<Uint8Array> {
    const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writable(value)]));
    const filled = await template.process(Buffer.from(docx), clean);
    await setImmediate();
    return Uint8Array.from(filled);
  },
};
export type DocxTasks = typeof tasks;

/** On one line, and without the characters that XML 1.0 cannot hold (2.2: Char). */
function writable(value: string): string {
  const letters = [...value.toWellFormed().replace(/[\t\r\n]+/g, ' ')];
  return letters.filter((letter) => letter >= ' ' && letter !== '\ufffe' && letter !== '\uffff').join('');
}

/** The parts of a checked file whose text is printed. */
async function readPrinted(docx: Uint8Array): Promise<string[]> {
  const { texts, readText } = await openPackage(docx);
  const all = await Promise.all(texts.filter((name) => name.endsWith('.xml')).map(readText));
  return all.filter(isTextOfPaper);
}

const unique = (words: string[]): string[] => [...new Set(words)];

serveTasks(tasks);
