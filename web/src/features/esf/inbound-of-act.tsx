import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import css from './esf.module.css';
import { InboundDiffers } from './inbound-differs.tsx';
import { InboundState } from './inbound-table.tsx';

/** An invoice of the act that ИС ЭСФ told the company of. */
export function InboundOfAct({ invoice, mine }: { invoice: InboundInvoice; mine: boolean }) {
  const t = useTexts('esf');
  const f = useFormats();
  const { id, number, registration_number, amount, vat, currency } = invoice;
  const name = t('inbound.one', { number: number ?? '–' });
  return (
    <li className={`k-stack k-gap-8 ${css.paper}`}>
      <div className="k-split k-gap-4-16 k-baseline">
        <h3 className="k-subtitle">
          {mine ? name : <AppLink href={`/lk/business/esf/inbound?open=${id}`}>{name}</AppLink>}
        </h3>
        <InboundState invoice={invoice} />
      </div>
      <span className="k-second">{t('inbound.elsewhere')}</span>
      <div>
        <span className="k-second">{t('registration_number')}</span>{' '}
        <CopyButton text={registration_number} name={t('registration_number')} />
        <div className={css.long}>{registration_number}</div>
      </div>
      <KeyValue
        rows={[
          { label: t('inbound.date'), value: f.date(invoice.date) },
          { label: t('columns.amount'), value: amount === null ? '–' : f.money(amount, currency) },
          { label: t('inbound.vat'), value: vat === null ? '–' : f.money(vat, currency) },
        ]}
      />
      <InboundDiffers invoice={invoice} seen={mine ? 'by_seller' : 'at_act'} />
    </li>
  );
}
