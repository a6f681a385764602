/**
 * The numbers a pager shows: first, last, the current and its neighbours; null is a gap. Never more than seven, of which
 * five have their 44 px on a phone: there the current one stands without neighbours.
 */
export function shownPages(page: number, pages: number, on_phone = false): (number | null)[] {
  if (on_phone && pages > 4) {
    if (page <= 2) return [1, 2, null, pages];
    if (page >= pages - 1) return [1, null, pages - 1, pages];
    return [1, null, page, null, pages];
  }
  if (pages <= 7) return Array.from({ length: pages }, (_one, at) => at + 1);
  if (page <= 4) return [1, 2, 3, 4, 5, null, pages];
  if (page >= pages - 3) return [1, null, pages - 4, pages - 3, pages - 2, pages - 1, pages];
  return [1, null, page - 1, page, page + 1, null, pages];
}
