import type { Input } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { errorText } from '../../platform/error-text.ts';
import { Fault } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RefusalList } from './refusal-list.tsx';

export type FileInput = NonNullable<Input<'payments.make_file'>['body']>;

const SHOWN = 10;

/** What the bank would take and what it would not, before the file is made: sums of lists, broken rules, old refusals. */
export function FileCheck({ wish }: { wish: FileInput }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const fresh = { staleTime: 0, gcTime: 0 };
  const { data, error } = useCall('payments.check_file', { body: wish }, fresh);
  if (error) return <Fault text={errorText(error)} />;
  if (!data) return <Skeleton height={64} />;
  return (
    <div className="k-stack k-gap-8">
      <p className="k-flat">
        {t('file.holds', { count: data.orders })} <span className="k-figures">{f.money(data.amount)}</span>
        {'. '}
        {data.bank.name}
        {data.left_out > 0 && `. ${t('file.left_out', { count: data.left_out })}`}
      </p>
      {data.is_general && <p className="k-flat k-second k-small">{t('file.general')}</p>}
      {data.debits.map(({ bank_name, people, amount }, at) => (
        <p key={at} className="k-flat">
          {t('file.debit', { bank: bank_name, count: people })}{' '}
          <strong className="k-figures">{f.money(amount)}</strong>
        </p>
      ))}
      {data.faults.length > 0 && (
        <div role="alert" className="k-fault k-anywhere">
          {t('file.faults')}
          <ul className="k-list">
            {data.faults.slice(0, SHOWN).map(({ rule, number, message }) => (
              <li key={`${rule} ${number}`}>{message}</li>
            ))}
          </ul>
          {data.faults.length > SHOWN && t('file.more_faults', { count: data.faults.length - SHOWN })}
        </div>
      )}
      <RefusalList refusals={data.refusals} title={t('file.refused_before')} />
    </div>
  );
}
