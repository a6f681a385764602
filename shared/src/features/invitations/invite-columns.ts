import type { Locale } from '../../kernel/locale.ts';

/** The columns of a table of people to invite, in order, with their headings. */
export const INVITE_COLUMNS = [
  { key: 'name', ru: 'Имя исполнителя', kz: 'Орындаушының аты', width: 36, required: true },
  { key: 'phone', ru: 'Мобильный телефон', kz: 'Ұялы телефон', width: 22, required: true },
  { key: 'end_date', ru: 'Ответить до', kz: 'Жауап беру мерзімі', width: 16, required: false },
  { key: 'contract', ru: 'Договор', kz: 'Шарт', width: 44, required: false },
] as const;

export type InviteColumn = (typeof INVITE_COLUMNS)[number]['key'];

export const MAX_INVITE_ROWS = 2_000;

export function inviteColumnTitle(key: InviteColumn, locale: Locale): string {
  return INVITE_COLUMNS.find((column) => column.key === key)![locale];
}

/** Which cell of a line is which column, by a heading in either language; null when a needed one is not there. */
export function readInviteHeading(cells: readonly string[]): Map<InviteColumn, number> | null {
  const normal = (text: string) => text.replace(/\*$/, '').trim().toLowerCase();
  const titles = cells.map(normal);
  const at = new Map<InviteColumn, number>();
  for (const { key, ru, kz, required } of INVITE_COLUMNS) {
    const index = titles.findIndex((title) => title === normal(ru) || title === normal(kz));
    if (index >= 0) at.set(key, index);
    else if (required) return null;
  }
  return at;
}
