import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './esf.module.css';

/** What the act says, and what its invoices or their seller say instead. */
export function InboundDiffers({ invoice }: { invoice: InboundInvoice }) {
  const t = useTexts('esf');
  const f = useFormats();
  const { differs, other_seller, seller } = invoice;
  if (other_seller)
    return (
      <p className={css.faults}>
        <strong>{t('inbound.other_seller')}</strong>
        {t('inbound.other_seller_lead', {
          act: other_seller.act.number,
          executor: `${other_seller.executor.name}, ${other_seller.executor.bin}`,
          seller: seller.name ? `${seller.name}, ${seller.bin}` : seller.bin,
        })}
      </p>
    );
  if (!differs) return null;
  return (
    <p className={css.faults}>
      <strong>{t('inbound.differs')}</strong>
      {t('inbound.differs_lead', {
        act: f.money(differs.act.amount),
        act_vat: f.money(differs.act.vat),
        invoices: f.money(differs.invoices.amount),
        invoices_vat: f.money(differs.invoices.vat),
      })}
    </p>
  );
}
