import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { DocType } from './sending.ts';
import { sumOf } from './signing.data.ts';

/** How many, and which sum: above each way of signing. */
export function SigningTotal({ doc_type, items }: { doc_type: DocType; items: readonly ToSign[] }) {
  const t = useTexts('signing');
  const f = useFormats();
  return (
    <p className="k-split k-gap-0-16 k-size-20 k-bold">
      <span>{t(doc_type, { count: items.length })}</span>
      {doc_type === 'act' && <span className="k-figures">{f.money(sumOf(items))}</span>}
    </p>
  );
}
