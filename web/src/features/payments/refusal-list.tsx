import type { FileRefusal } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';

/** What a bank said of files, in its own words; nothing where it said nothing. */
export function RefusalList({ refusals, title }: { refusals: readonly FileRefusal[]; title: string }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  if (refusals.length === 0) return null;
  return (
    <div className="k-small k-anywhere">
      <span className="k-attention">{title}</span>
      {refusals.map(({ rule, words, told_at }) => (
        <span key={told_at} className="k-block">
          «{words}» · {t(`rule.${rule}`)} · {f.date(told_at)}
        </span>
      ))}
    </div>
  );
}
