import { z } from 'zod';

/** What a page says beside a file, as a form field that holds JSON. */
export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string('field.text')
    .max(500_000, 'field.too_long')
    .transform((text, context): z.output<Schema> => {
      const read = schema.safeParse(readJson(text));
      if (read.success) return read.data;
      context.addIssue({ code: 'custom', message: 'bad_input' });
      return z.NEVER;
    });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
