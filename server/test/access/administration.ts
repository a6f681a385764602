import type { TestApp } from '../make-app.ts';
import type { Cases } from './access.ts';

/** An empty list of places. */
const emptyBook = ({ parts }: TestApp) =>
  parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: 'KATO',
        columns: ['te', 'name_kaz', 'name_rus'].map((header) => ({
          header,
          width: 20,
          kind: 'text' as const,
        })),
        rows: [],
        freeze_header: true,
      },
    ],
  });

export const administrationCases = {
  'administration.import_kato': {
    answers: 422,
    given: async (_, { app }) => ({ files: { file: { name: 'kato.xlsx', bytes: await emptyBook(app) } } }),
  },
} satisfies Cases;
