/** What banks and the 1C file take of it (facts/domain.md 5). */
export const MAX_PURPOSE = 210;
