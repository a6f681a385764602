import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './esf.module.css';

interface InboundDiffersProps {
  invoice: InboundInvoice;
  /** For its seller, or beside the act that it is for. */
  seen?: 'by_seller' | 'at_act';
}

/** What the act says, and what its invoices or their seller say instead; what to do, and the deeds that there are. */
export function InboundDiffers({ invoice, seen }: InboundDiffersProps) {
  const t = useTexts('esf');
  const f = useFormats();
  const { differs, other_seller, seller, registration_number: number } = invoice;
  const act = other_seller?.act ?? (differs && invoice.act);
  if (!act) return null;
  const kind = other_seller ? 'other_seller' : 'differs';
  const words = {
    number,
    act_number: act.number,
    ...(other_seller && {
      act: act.number,
      executor: `${other_seller.executor.name}, ${other_seller.executor.bin}`,
      seller: seller.name ? `${seller.name}, ${seller.bin}` : seller.bin,
    }),
    ...(differs && {
      act: f.money(differs.act.amount),
      act_vat: f.money(differs.act.vat),
      invoices: f.money(differs.invoices.amount),
      invoices_vat: f.money(differs.invoices.vat),
    }),
  };
  const copy = async () => {
    await navigator.clipboard.writeText(t(`inbound.${kind}_letter`, words));
    toasts.success(t('inbound.letter_copied'));
  };
  return (
    <div className={css.faults}>
      <strong>{t(`inbound.${kind}`)}</strong>
      <p className="k-flat">{t(`inbound.${kind}_lead`, words)}</p>
      <p className="k-flat">{t(seen === 'by_seller' ? 'inbound.differs_mine' : `inbound.${kind}_next`)}</p>
      {seen !== 'by_seller' && (
        <div className="k-row">
          {!seen && (
            <Button component={AppLink} href={`/lk/business/acts/${act.id}`} variant="default">
              {t('inbound.open_act', { number: act.number })}
            </Button>
          )}
          <Button variant="default" onClick={() => void copy()}>
            {t('inbound.letter')}
          </Button>
        </div>
      )}
    </div>
  );
}
