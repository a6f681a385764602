import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './esf.module.css';

/** What the act says, and what its invoices say instead. */
export function InboundDiffers({ differs }: Pick<InboundInvoice, 'differs'>) {
  const t = useTexts('esf');
  const f = useFormats();
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
