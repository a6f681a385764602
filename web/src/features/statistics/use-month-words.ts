import { useFormats } from '../../platform/use-formats.ts';

/** `2026-11` as people say it, and as it fits under a column. */
export function useMonthWords() {
  const f = useFormats();
  return {
    long: (month: string) => f.month(Number(month.slice(0, 4)), Number(month.slice(5))),
    short: (month: string) => `${month.slice(5)}.${month.slice(2, 4)}`,
  };
}
