/** The lists whose columns and height of rows a person chooses. */
export const LISTS = ['acts', 'contracts', 'executors', 'invitations', 'orders', 'esf'] as const;
export type ListName = (typeof LISTS)[number];

/** Compact rows have a line for each thing and cut it off; wide ones show it whole. */
export const DENSITIES = ['compact', 'wide'] as const;
export type Density = (typeof DENSITIES)[number];

export interface ListLook {
  /** Keys of the columns in their order; none means all, as they come. */
  columns: readonly string[];
  density: Density;
}

export const USUAL_LOOK: ListLook = { columns: [], density: 'compact' };
