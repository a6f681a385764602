import { SELLER_FIELDS } from '@kelisim/shared/features/tariff/seller-fields.ts';
import type { TariffSeller } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { Bone } from '../../ui/bone.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useProof } from '../auth/public.ts';
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
            {data ? <SellerForm seller={data.seller} /> : <Bone height={240} />}
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
  const [fields, setFields] = useState(
    () =>
      Object.fromEntries(SELLER_FIELDS.map((field) => [field, String(seller?.[field] ?? '')])) as Record<
        (typeof SELLER_FIELDS)[number],
        string
      >,
  );
  const save = useDeed('tariff.set_seller', { stale: STALE, meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('admin.prove'), 'access');
  const refused = save.error instanceof ApiError ? save.error.field : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { vat_percentage, ...rest } = fields;
    const body = { ...rest, vat_percentage: vat_percentage.trim() === '' ? null : Number(vat_percentage) };
    const isSaved = await withProof(() => save.mutateAsync({ body })).catch(() => null);
    if (isSaved) toasts.success(t('admin.seller_saved'));
  };
  return (
    <form className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.second}>{t('admin.seller_hint')}</p>
      <div className={css.pair}>
        {SELLER_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`admin.seller_fields.${field}`)}
            value={fields[field]}
            error={refused === field ? errorText(save.error) : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              save.reset();
              setFields((before) => ({ ...before, [field]: value }));
            }}
          />
        ))}
      </div>
      {save.error && !refused && (
        <p role="alert" className="k-fault">
          {errorText(save.error)}
        </p>
      )}
      <div className="k-row k-end">
        <Button type="submit" loading={save.isPending}>
          {t('admin.save')}
        </Button>
      </div>
      {proofWindow}
    </form>
  );
}

function Periods() {
  const t = useTexts('tariff');
  const { data } = useCall('tariff.periods', { query: { limit: 100 } });
  const [fields, setFields] = useState({ name_ru: '', name_kz: '', months: '' });
  const add = useDeed('tariff.add_period', { stale: ['tariff.periods'], meta: { quiet: true } });
  const refused = add.error instanceof ApiError ? add.error.field : null;
  const set = (part: Partial<typeof fields>) => {
    add.reset();
    setFields((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { body: { ...fields, months: Number(fields.months) } },
      {
        onSuccess: () => {
          toasts.success(t('admin.period_added'));
          setFields({ name_ru: '', name_kz: '', months: '' });
        },
      },
    );
  };
  const isReady = fields.name_ru.trim() !== '' && fields.name_kz.trim() !== '' && fields.months !== '';
  return (
    <form className="k-stack" noValidate onSubmit={submit}>
      <ul className={css.rows}>
        {data?.items.map(({ id, name, months }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={css.second}>{t('months', { count: months })}</span>
          </li>
        ))}
      </ul>
      <div className={css.pair}>
        {(['name_ru', 'name_kz'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`admin.${field}`)}
            maxLength={60}
            value={fields[field]}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
        <NumberInput
          label={t('admin.months')}
          whole={2}
          value={fields.months}
          error={refused === 'months' ? errorText(add.error) : undefined}
          onChange={(months) => set({ months })}
        />
      </div>
      <div className="k-row k-end">
        <Button type="submit" disabled={!isReady} loading={add.isPending}>
          {t('admin.add_period')}
        </Button>
      </div>
    </form>
  );
}
