import { OBLIGATION_KINDS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import type { ClosedDifferences } from '@kelisim/shared/features/bookkeeping/differences.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { NativeSelect, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './differences-card.module.css';

type Month = ClosedDifferences['items'][number]['months'][number];

/** What a flag, a deduction or a figure told back-dated would change in closed months; they stay as they are. */
export default function DifferencesCard() {
  const t = useTexts('differences');
  const f = useFormats();
  const [wished, setYear] = useState<number>();
  const { data, error, refetch } = useCall('bookkeeping.closed_differences', { query: { year: wished } });
  return (
    <Card
      title={t('title')}
      aside={
        data &&
        data.years.length > 1 && (
          <NativeSelect
            aria-label={t('year')}
            value={String(data.year)}
            data={data.years.map(String)}
            onChange={(event) => setYear(Number(event.currentTarget.value))}
          />
        )
      }
    >
      <p className="k-second k-flat">{t('about')}</p>
      {!data && error && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={60} mt={12} />}
      {data && data.people === 0 && (
        <p className="k-bold k-above-12">
          {data.year === null ? t('nothing_closed') : t('none', { year: data.year })}
        </p>
      )}
      {data && data.people > 0 && data.year !== null && (
        <>
          <p className="k-split k-bold">
            {t('all')} <Money amount={data.total.total} />
          </p>
          <ul className={`k-list ${css.people}`}>
            {data.items.map(({ executor, difference, months }) => (
              <li key={executor.id}>
                <details>
                  <summary className="k-split">
                    <span>
                      {executor.name}
                      <span className="k-block k-second k-small">
                        {t('iin')} {executor.bin}
                      </span>
                    </span>
                    <Money amount={difference.total} />
                  </summary>
                  {months.map((month) => (
                    <MonthDifference key={month.month} of={month} />
                  ))}
                </details>
              </li>
            ))}
          </ul>
          {data.people > data.items.length && (
            <p className="k-second k-small">
              {t('more', { shown: f.number(data.items.length), total: f.number(data.people) })}
            </p>
          )}
          <Download year={data.year} />
        </>
      )}
    </Card>
  );
}

function MonthDifference({ of: { month, why, was, now, difference } }: { of: Month }) {
  const t = useTexts('differences');
  const f = useFormats();
  const [year, number] = month.split('-').map(Number);
  return (
    <section className={css.month}>
      <h3>{f.month(year!, number!)}</h3>
      {why.length > 0 && (
        <p className="k-second k-small k-flat">
          {t('because')}: {why.map((reason) => t(`why.${reason}`)).join('; ')}
        </p>
      )}
      <dl>
        {OBLIGATION_KINDS.filter((part) => parseMoney(difference[part])).map((part) => [
          <dt key={`${part} name`}>
            {t(`part.${part}_tiyn`)}
            <span className="k-block k-second k-small">
              {t('was_now', { was: f.money(was[part]), now: f.money(now[part]) })}
            </span>
          </dt>,
          <dd key={part}>
            <Money amount={difference[part]} />
          </dd>,
        ])}
      </dl>
    </section>
  );
}

function Download({ year }: { year: number }) {
  const t = useTexts('differences');
  const download = useMutation(
    {
      mutationFn: async () => {
        const file = await api.call('bookkeeping.closed_differences_sheet', { query: { year } });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (
    <DownloadButton mt={16} download={download}>
      {t('download')}
    </DownloadButton>
  );
}
