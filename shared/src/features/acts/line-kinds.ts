/** What a line of an act is for. Sums of a deduction count against the act, all others for it. */
export const LINE_KINDS = ['work', 'bonus', 'deduction', 'expense'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Kinds as people choose and read them: an expense that is the executor's income all the same has a name of its own. */
export const LINE_NAMES = [...LINE_KINDS, 'taxed_expense'] as const;
export type LineName = (typeof LINE_NAMES)[number];

/** What nobody says otherwise: an expense that is paid back is no income of the executor, everything else is. */
export function isTaxed(kind: LineKind | undefined, taxed?: boolean): boolean {
  return taxed ?? kind !== 'expense';
}

export function lineName({ kind, taxed }: { kind: LineKind; taxed: boolean }): LineName {
  return kind === 'expense' && taxed ? 'taxed_expense' : kind;
}

export function ofLineName(name: LineName): { kind: LineKind; taxed: boolean } {
  return name === 'taxed_expense' ? { kind: 'expense', taxed: true } : { kind: name, taxed: isTaxed(name) };
}
