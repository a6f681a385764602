import { NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { NCA_FAULTS } from '@kelisim/shared/features/sandbox/nca-faults.ts';
import type { NcaFault } from '@kelisim/shared/features/sandbox/nca-faults.ts';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { Answer } from '../../platform/api.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NcaKeyRow } from './nca-key-row.tsx';
import css from './nca.module.css';

type Desk = Answer<'sandbox.nca'>;

const STALE = ['sandbox.'];
const SHOWN = 12;

/** The desk of the sandbox НУЦ: tells its services to fail, revokes and issues test keys; only in the sandbox. */
export default function NcaPage() {
  const t = useTexts('sandbox-nca');
  const desk = useCall('sandbox.nca');
  useEffect(() => {
    document.title = `${t('title')} · Kelisim`;
  }, [t]);
  return (
    <div className={css.page}>
      <header>
        <h1 className={css.name}>{t('title')}</h1>
        <p className="k-second k-above-4">{t('sandbox')}</p>
      </header>
      {desk.error && !desk.data && <ErrorState error={desk.error} onRetry={() => void desk.refetch()} />}
      {desk.isPending && <Skeleton h={320} radius="lg" />}
      {desk.data && (
        <>
          <Services services={desk.data.services} />
          <Keys keys={desk.data.keys} />
        </>
      )}
    </div>
  );
}

function Services({ services }: Pick<Desk, 'services'>) {
  const t = useTexts('sandbox-nca');
  const tell = useAction('sandbox.nca_fault', { stale: STALE });
  return (
    <Card title={t('services')}>
      <div className={css.services}>
        {services.map(({ service, address, fault }) => (
          <NativeSelect
            key={service}
            label={t(`service.${service}`)}
            description={address}
            value={fault ?? ''}
            disabled={tell.isPending}
            error={fault !== null}
            onChange={({ currentTarget: { value } }) =>
              tell.mutate({ body: { service, fault: value === '' ? null : (value as NcaFault) } })
            }
            data={[
              { value: '', label: t('well') },
              ...NCA_FAULTS[service].map((one) => ({ value: one, label: t(`fault.${one}`) })),
            ]}
          />
        ))}
      </div>
      {tell.error && <ErrorState error={tell.error} />}
    </Card>
  );
}

function Keys({ keys }: Pick<Desk, 'keys'>) {
  const t = useTexts('sandbox-nca');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = keys.filter(({ name, company }) => `${name} ${company}`.toLocaleLowerCase().includes(wanted));
  return (
    <Card title={t('keys')}>
      <div className="k-stack k-gap-12">
        <TextInput
          label={t('search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <p className="k-second k-above-4" role="status">
          {found.length === 0 ? t('none') : t('found', { count: found.length })}
        </p>
        <ul className="k-stack k-gap-0 k-list">
          {found.slice(0, SHOWN).map((key) => (
            <NcaKeyRow key={`${key.user_id} ${key.company_id} ${key.algorithm}`} of={key} />
          ))}
        </ul>
      </div>
    </Card>
  );
}
