import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Window } from '../../ui/window.tsx';
import css from './esf.module.css';
import { InboundDiffers } from './inbound-differs.tsx';
import { ActOf, InboundState } from './inbound-table.tsx';

/** One inbound invoice as it was issued. */
export default function InboundWindow({ inbound_id, onClose }: { inbound_id: number; onClose: () => void }) {
  const t = useTexts('esf');
  const { data, error, refetch } = useCall('esf.inbound_get', { params: { inbound_id } });
  return (
    <Window
      opened
      onClose={onClose}
      size="lg"
      title={
        data ? t('inbound.one', { number: data.number ?? data.registration_number }) : t('inbound.title')
      }
    >
      {data ? (
        <Invoice invoice={data} lines={data.lines} />
      ) : error ? (
        <ErrorState error={error} title={t('inbound.failed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={280} />
      )}
    </Window>
  );
}

interface Line {
  description: string;
  quantity: string | null;
  amount: string | null;
  vat: string | null;
}

function Invoice({ invoice, lines }: { invoice: InboundInvoice; lines: readonly Line[] }) {
  const t = useTexts('esf');
  const f = useFormats();
  const { id, seller, contract, delivery, amount, vat, currency, related_registration } = invoice;
  const xml = useMutation({
    mutationFn: async () => {
      const file = (await api.call('esf.inbound_xml', { params: { inbound_id: id } })) as File;
      saveFile(file, file.name);
    },
  });
  const paper = (of: { number: string; date: string | null }) =>
    of.date
      ? t('inbound.contract_from', { number: of.number, date: f.date(of.date) })
      : t('inbound.contract_is', { number: of.number });
  return (
    <div className="k-stack">
      <InboundState invoice={invoice} />
      <InboundDiffers invoice={invoice} />
      {amount === null && <p className="k-soft-quiet k-pad-8-12">{t('inbound.unread')}</p>}
      <KeyValue
        rows={[
          {
            label: t('registration_number'),
            value: <span className={css.long}>{invoice.registration_number}</span>,
            copy: invoice.registration_number,
          },
          {
            label: t('inbound.seller'),
            value: seller.executor_company_id ? (
              <AppLink
                href={`/lk/business/executors/${seller.executor_company_id}`}
                className="k-inline k-middle k-high-24"
              >
                {seller.name ?? seller.bin}
              </AppLink>
            ) : (
              (seller.name ?? seller.bin)
            ),
          },
          { label: t('inbound.bin'), value: seller.bin, copy: seller.bin },
          { label: t('inbound.date'), value: f.date(invoice.date) },
          ...(invoice.turnover_date ? [{ label: t('turnover'), value: f.date(invoice.turnover_date) }] : []),
          { label: t('columns.amount'), value: amount === null ? '–' : f.money(amount, currency) },
          { label: t('inbound.vat'), value: vat === null ? '–' : f.money(vat, currency) },
          ...(contract ? [{ label: t('inbound.contract'), value: paper(contract) }] : []),
          ...(delivery ? [{ label: t('inbound.delivery'), value: paper(delivery) }] : []),
          { label: t('inbound.act'), value: <ActOf invoice={invoice} /> },
          ...(related_registration
            ? [
                {
                  label: t('inbound.related'),
                  value: <span className={css.long}>{related_registration}</span>,
                },
              ]
            : []),
          { label: t('system_status'), value: invoice.system_status.name },
          ...(invoice.reason ? [{ label: t('because'), value: invoice.reason }] : []),
        ]}
      />
      {lines.length > 0 && (
        <section>
          <h3 className="k-subtitle">{t('inbound.lines')}</h3>
          <KeyValue
            rows={lines.map((line, at) => ({
              label: `${at + 1}. ${line.description}${line.quantity ? ` × ${line.quantity}` : ''}`,
              value: line.amount === null ? '–' : f.money(line.amount, currency),
            }))}
          />
        </section>
      )}
      <div className="k-row k-end">
        <DownloadButton download={xml}>{t('xml')}</DownloadButton>
      </div>
    </div>
  );
}
