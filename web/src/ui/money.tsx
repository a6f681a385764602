import { useFormats } from '../platform/use-formats.ts';

export interface MoneyProps {
  /** Decimal of the wire, `"1234567.80"`; null is a dash. */
  amount: string | null;
  /** Three letters; tenge if left out. */
  currency?: string;
  /** Leaves out `,00` (never rounds): for dashboards. */
  short?: boolean;
}

/** A sum that never breaks over a line. */
export function Money({ amount, currency, short }: MoneyProps) {
  const f = useFormats();
  return (
    <span className="k-figures">
      {amount === null ? '—' : short ? f.moneyShort(amount) : f.money(amount, currency)}
    </span>
  );
}
