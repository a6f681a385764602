import {
  OBLIGATION_KINDS,
  type ObligationKind,
} from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import type { IncomePayer, IncomePayment } from '@kelisim/shared/features/bookkeeping/income.contract.ts';
import { LOCALES, type Locale } from '@kelisim/shared/kernel/locale.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Answer, type Input } from '../../platform/api.ts';
import { withTexts, useLocale, useTexts } from '../../platform/i18n.ts';
import { queryClient, useCall } from '../../platform/query.ts';
import { searchWhole, useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Figures } from '../../ui/figures.tsx';
import { LateParts, WhenWhole } from '../../ui/late-parts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { LimitsCard } from '../taxes/public.ts';
import { useToday } from './bookkeeping.data.ts';
import css from './income.module.css';

const OwnCertificates = lazyPart(() =>
  withTexts(import('./own-certificates.tsx'), ['certificates', 'states']),
);

type Sums = Pick<IncomePayer, 'gross' | 'net' | ObligationKind>;

const readYear = (raw: RawSearch) => ({ year: searchWhole(raw, 'year', 0) || undefined });

/** What customers paid an individual in a year, down to the parts of one payment. Made for a phone. */
export default function IncomePage() {
  const t = useTexts('income');
  const today = useToday();
  const [wish, change] = useUrlState(readYear);
  const year = wish.year ?? Number(today.slice(0, 4));
  const { data, error, refetch } = useCall('income.year', { query: { year } });
  const transferred = useCall('obligations.transferred', { query: { year } }).data;
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      <WhenWhole className="k-stack k-narrow">
        {!data && error && <ErrorCard error={error} title={t('failed')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h={320} radius="lg" />}
        {data && (
          <Card
            title={t('all_year', { year })}
            aside={
              <NativeSelect
                aria-label={t('year')}
                value={String(year)}
                data={[...new Set([...data.years, year])].sort((one, other) => other - one).map(String)}
                onChange={(event) => change({ year: event.currentTarget.value })}
              />
            }
          >
            {data.payers.length === 0 ? (
              <EmptyState
                title={t('empty', { year })}
                hint={t('empty_hint')}
                action={{ label: t('to_acts'), href: '/lk/executor/acts' }}
              />
            ) : (
              <div className="k-stack k-gap-8">
                <SumsOf sums={data.total} />
                <p className="k-second k-small k-flat">{t('short_words')}</p>
              </div>
            )}
          </Card>
        )}
        {data && data.payers.length > 0 && <Certificate year={year} payers={data.payers} />}
        <LateParts>
          <LimitsCard />
          {data && <OwnCertificates payers={data.payers.map(({ payer }) => payer)} />}
        </LateParts>
        {data?.payers.map((one) => (
          <PayerCard
            key={one.payer.id}
            of={one}
            told={transferred?.months.filter(({ company_id }) => company_id === one.payer.id)}
          />
        ))}
      </WhenWhole>
    </>
  );
}

const withheldOf = (sums: Sums) => {
  const tiyn = OBLIGATION_KINDS.reduce((sum, part) => sum + parseMoney(sums[part])!, 0n);
  return `${tiyn / 100n}.${String(tiyn % 100n).padStart(2, '0')}`;
};

function SumsOf({ sums }: { sums: Sums }) {
  const t = useTexts('income');
  const f = useFormats();
  return (
    <Figures
      figures={[
        { name: t('gross'), value: f.money(sums.gross) },
        { name: t('withheld'), value: f.money(withheldOf(sums)) },
        { name: t('net'), value: f.money(sums.net) },
      ]}
    />
  );
}

function Certificate({ year, payers }: { year: number; payers: readonly IncomePayer[] }) {
  const t = useTexts('income');
  const [language, setLanguage] = useState<Locale>(useLocale());
  const [of, setOf] = useState('');
  const download = useMutation(
    {
      mutationFn: async () => {
        const company_id = payers.find(({ payer }) => String(payer.id) === of)?.payer.id;
        const file = await api.call('income.certificate', { query: { year, language, company_id } });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (
    <Card title={t('certificate')}>
      <p className="k-second k-flat">{t('certificate_about')}</p>
      <div className={css.choice}>
        {payers.length > 1 && (
          <NativeSelect
            label={t('of')}
            value={of}
            data={[
              { value: '', label: t('all') },
              ...payers.map(({ payer }) => ({ value: String(payer.id), label: payer.name })),
            ]}
            onChange={(event) => setOf(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          label={t('language')}
          value={language}
          data={LOCALES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={(event) => setLanguage(event.currentTarget.value as Locale)}
        />
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          {t('download')}
        </Button>
      </div>
    </Card>
  );
}

type Told = Answer<'obligations.transferred'>['months'];

function PayerCard({ of, told }: { of: IncomePayer; told: Told | undefined }) {
  const t = useTexts('income');
  const f = useFormats();
  return (
    <Card title={of.payer.name}>
      <div className="k-stack k-gap-8">
        <p className="k-second k-small k-flat">
          {t('bin')} {of.payer.bin}
        </p>
        <SumsOf sums={of} />
      </div>
      <ul className={css.months}>
        {of.months.map((month) => (
          <li key={month.month}>
            <details>
              <summary>
                <span className="k-grow">
                  {f.month(Number(month.month.slice(0, 4)), Number(month.month.slice(5)))}
                  {month.is_closed && <span className="k-second k-small"> {t('closed')}</span>}
                </span>
                <Money amount={month.net} />
              </summary>
              <PartsOf sums={month} />
              {told && <Transferred sums={month} told={told.find((row) => row.month === month.month)} />}
              <ul className={css.payments}>
                {month.payments.map((payment) => (
                  <li key={`${payment.kind} ${payment.number} ${payment.date} ${payment.late_of}`}>
                    <Payslip payment={payment} company_id={of.payer.id} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What of the month the customer says has reached the State Corporation and the budget. */
function Transferred({ sums, told }: { sums: Sums; told: Told[number] | undefined }) {
  const t = useTexts('income');
  const f = useFormats();
  const kinds = OBLIGATION_KINDS.filter((part) => parseMoney(sums[part])).map((part) => ({
    name: t(part),
    paid_on: told?.kinds.find(({ kind }) => kind === part)?.paid_on ?? null,
  }));
  const paid = kinds.flatMap(({ name, paid_on }) =>
    paid_on ? [t('kind_on', { kind: name, date: f.date(paid_on) })] : [],
  );
  const rest = kinds.filter(({ paid_on }) => !paid_on).map(({ name }) => name);
  return (
    <p className="k-second k-small k-flat">
      {paid.length > 0 && <span className="k-block">{t('transferred', { kinds: paid.join(', ') })}</span>}
      {rest.length > 0 && <span className="k-block">{t('not_transferred', { kinds: rest.join(', ') })}</span>}
    </p>
  );
}

/** The act, the bank's day and what was kept back; as a paper too, where its parts are known. */
function Payslip({ payment, company_id }: { payment: IncomePayment; company_id: number }) {
  const t = useTexts('income');
  const f = useFormats();
  const { kind, number, date, late_of, act_id, order_number } = payment;
  const language = useLocale();
  const download = useMutation(
    {
      mutationFn: async (query: Input<'income.payslip'>['query']) => {
        const file = await api.call('income.payslip', { query });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  const name = t(`kind.${kind}`, { number });
  return (
    <>
      {act_id === null ? name : <AppLink href={`/lk/executor/acts/${act_id}`}>{name}</AppLink>}
      <span className="k-block k-second k-small">
        {late_of ? t('late_of', { date: f.date(date), late: f.date(late_of) }) : f.date(date)}
      </span>
      {payment.parts ? (
        <PartsOf sums={{ gross: payment.gross, net: payment.net, ...payment.parts }} />
      ) : (
        <Rows
          rows={[
            ['gross', payment.gross],
            ['withheld', payment.withheld],
            ['net', payment.net],
          ]}
        />
      )}
      {kind === 'payment' && payment.parts && act_id !== null && order_number !== null && (
        <Button
          variant="default"
          size="xs"
          loading={download.isPending}
          onClick={() => download.mutate({ company_id, act_id, order_number, date, language })}
        >
          {t('payslip.download')}
        </Button>
      )}
    </>
  );
}

const PartsOf = ({ sums }: { sums: Sums }) => (
  <Rows
    rows={(['gross', ...OBLIGATION_KINDS, 'net'] as const)
      // Most people never have it.
      .filter((part) => part !== 'self_employed' || parseMoney(sums[part]))
      .map((part) => [part, sums[part]] as const)}
  />
);

function Rows({
  rows,
}: {
  rows: readonly (readonly ['gross' | 'withheld' | 'net' | ObligationKind, string])[];
}) {
  const t = useTexts('income');
  return (
    <dl className={css.parts}>
      {rows.map(([part, amount]) => [
        <dt key={`${part} name`}>{t(part)}</dt>,
        <dd key={part}>
          <Money amount={amount} />
        </dd>,
      ])}
    </dl>
  );
}
