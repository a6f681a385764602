/**
 * The first, which carries the link, and those without a title, which hold buttons, stay where they are; of the others
 * those that were chosen, all when none were.
 */
export function orderedBy<C extends { key: string; title: string }>(
  chosen: readonly string[],
  columns: readonly C[],
): C[] {
  const choice = columns.slice(1).filter(({ title }) => title !== '');
  const known = chosen.flatMap((key) => choice.filter((column) => column.key === key));
  if (known.length === 0) return [...columns];
  return [...columns.slice(0, 1), ...known, ...columns.slice(1).filter(({ title }) => title === '')];
}
