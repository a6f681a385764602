/** The columns of a register of contracts signed on paper. */
export const PAPER_COLUMNS = [
  'bin',
  'name',
  'number',
  'date',
  'start_date',
  'end_date',
  'title',
  'scan',
] as const;
export type PaperColumn = (typeof PAPER_COLUMNS)[number];
