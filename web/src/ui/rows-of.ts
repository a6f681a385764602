/** The rows to show: none yet, as while they are on their way, when the page has none although the list has. */
export function rowsOf<Row>(data: { items: Row[]; total: number } | undefined): Row[] | undefined {
  return data && data.items.length === 0 && data.total > 0 ? undefined : data?.items;
}
