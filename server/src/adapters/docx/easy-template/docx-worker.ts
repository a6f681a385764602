import { setImmediate } from 'node:timers/promises';
import { TemplateHandler, TextPlugin, type Tag } from 'easy-template-x';
import { serveTasks } from '../../../platform/serve-tasks.ts';
import type { DocxCheck, DocxFields } from '../docx.ts';
import { checkDocx } from './check-docx.ts';
import { DocxRefused } from './docx-package.ts';

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
      return { status: 'refused', code: error instanceof DocxRefused ? error.code : 'docx_broken' };
    }
  },

  async readFields(docx: Uint8Array): Promise<DocxFields> {
    try {
      const tags = (await template.parseTags(Buffer.from(docx))).map(({ rawText, disposition }: Tag) => ({
        rawText,
        disposition,
      }));
      const names = tags.map(
        ({ rawText }) => /^\{\s*([\p{L}_][\p{L}\p{N}_]{0,60})\s*\}$/u.exec(rawText)?.[1] ?? null,
      );
      const odd = tags.filter((_, index) => names[index] === null).map(({ rawText }) => rawText.slice(0, 80));
      return { names: unique(names.filter((name) => name !== null)), odd: unique(odd) };
    } catch (error) {
      // The library names the text around a brace that stands alone.
      const text = /"([^"]{1,80})/.exec(error instanceof Error ? error.message : '')?.[1];
      return { names: [], odd: [text ?? '{'] };
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

const unique = (words: string[]): string[] => [...new Set(words)];

serveTasks(tasks);
