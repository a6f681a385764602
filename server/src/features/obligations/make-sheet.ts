import { OBLIGATION_KINDS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/obligations.ts';
import ru from '@kelisim/shared/texts/ru/obligations.ts';
import type { Parts } from '../../parts.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { makeListSheet } from '../../platform/make-list-sheet.ts';
import { gatherMonth } from './gather-month.ts';
import { showSums } from './obligations.view.ts';

const texts = { ru, kz };

/** A row for each person, with what was withheld of it in the month. */
export async function makeSheet(
  parts: Parts,
  company_id: number,
  month: string,
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const { people } = await gatherMonth(parts, company_id, month);
  return makeListSheet(
    parts.spreadsheet,
    fill(t.sheet, { month }),
    [
      { header: t.person, width: 40, kind: 'text', of: ({ name }) => name },
      { header: t.iin, width: 16, kind: 'text', of: ({ iin }) => iin },
      ...([...OBLIGATION_KINDS, 'total'] as const).map((part) => ({
        header: part === 'total' ? t.total : t.kind[part],
        width: 18,
        kind: 'money' as const,
        of: (person: (typeof people)[number]) => showSums(person)[part],
      })),
    ],
    people,
  );
}
