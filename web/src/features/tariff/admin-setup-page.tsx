import { SELLER_FIELDS } from '@kelisim/shared/features/tariff/seller-fields.ts';
import type { TariffSeller } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { Button, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/tariff.add_period';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { STALE } from './tariff.data.ts';
import css from './tariff.module.css';
import { TariffTabs } from './tariff-tabs.tsx';

/** `/admin/tariffs/setup`: who is paid, and the periods there are. */
export default function AdminSetupPage() {
  const t = useTexts('tariff');
  const { data, error, refetch } = useCall('tariff.seller');
  return (
    <>
      <PageHeader title={t('admin.title')} />
      <TariffTabs current="setup" />
      {error ? (
        <ErrorState title={t('admin.setup_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.cards}>
          <Card title={t('admin.seller')}>
            {data ? <SellerForm seller={data.seller} /> : <Skeleton height={240} />}
          </Card>
          <Card title={t('admin.periods')}>
            <Periods />
          </Card>
        </div>
      )}
    </>
  );
}

function SellerForm({ seller }: { seller: TariffSeller | null }) {
  const t = useTexts('tariff');
  const change = useAction('tariff.set_seller', { stale: STALE, meta: { quiet: true } });
  const form = useForm(
    () =>
      Object.fromEntries(SELLER_FIELDS.map((field) => [field, String(seller?.[field] ?? '')])) as Record<
        (typeof SELLER_FIELDS)[number],
        string
      >,
  );
  const save = async ({ vat_percentage, ...rest }: typeof form.values) => {
    const vat = vat_percentage.trim() === '' ? null : Number(vat_percentage);
    await change.mutateAsync({ body: { ...rest, vat_percentage: vat } });
    toasts.success(t('admin.seller_saved'));
  };
  return (
    <form className="k-stack" {...form.bind(save)}>
      <p className={css.second}>{t('admin.seller_hint')}</p>
      <div className={css.pair}>
        {SELLER_FIELDS.map((field) => (
          <TextInput key={field} label={t(`admin.seller_fields.${field}`)} {...form.field(field)} />
        ))}
      </div>
      <Fault text={form.failure} />
      <div className="k-row k-end">
        <Button type="submit" loading={form.busy}>
          {t('admin.save')}
        </Button>
      </div>
    </form>
  );
}

function Periods() {
  const t = useTexts('tariff');
  const { data } = useCall('tariff.periods', { query: { limit: 100 } });
  const add = useAction('tariff.add_period', { stale: ['tariff.periods'], meta: { quiet: true } });
  const form = useForm({ name_ru: '', name_kz: '', months: '' }, { limits });
  const save = async (body: typeof form.values) => {
    await add.mutateAsync({ body: { ...body, months: Number(body.months) } });
    toasts.success(t('admin.period_added'));
    form.reset();
  };
  const isReady = Object.values(form.values).every((value) => value.trim() !== '');
  return (
    <form className="k-stack" {...form.bind(save)}>
      <ul className="k-list k-rows">
        {data?.items.map(({ id, name, months }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={css.second}>{t('months', { count: months })}</span>
          </li>
        ))}
      </ul>
      <div className={css.pair}>
        {(['name_ru', 'name_kz'] as const).map((field) => (
          <TextInput key={field} label={t(`admin.${field}`)} {...form.field(field)} required={false} />
        ))}
        <NumberInput label={t('admin.months')} whole={2} {...form.field('months')} required={false} />
      </div>
      <div className="k-row k-end">
        <Button type="submit" disabled={!isReady} loading={form.busy}>
          {t('admin.add_period')}
        </Button>
      </div>
    </form>
  );
}
