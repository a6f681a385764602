/** By what lists of acts are sorted. */
export const ACT_SORTS = ['number', 'act_date', 'amount', 'contractor', 'status', 'updated_at'] as const;
export type ActSort = (typeof ACT_SORTS)[number];

/** The order that nobody chose: a period is read by its days, everything else by number. */
export function usualSort(period: { date_from?: string | undefined; date_to?: string | undefined }): ActSort {
  return period.date_from || period.date_to ? 'act_date' : 'number';
}
