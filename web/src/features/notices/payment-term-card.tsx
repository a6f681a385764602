import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { callKey, queryClient, useAction, useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';

const DAYS = [0, 1, 3, 5, 7, 10, 14, 30, 45, 60];

/** When the company says it pays: what its executors read after they have signed. */
export function PaymentTermCard() {
  const t = useTexts('notices');
  const { data, error, refetch } = useCall('companies.payment_term');
  const save = useAction('companies.set_payment_term', {
    onSuccess: (answer) => {
      queryClient.setQueryData(callKey('companies.payment_term'), answer);
      void toasts.success(t('term.saved'));
    },
  });
  if (error && !data)
    return (
      <Card title={t('term.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton height={120} />;
  const own = data.days === null ? DAYS : [...new Set([...DAYS, data.days])].sort((a, b) => a - b);
  return (
    <Card title={t('term.title')}>
      <p className="k-second k-below-12">{t('term.lead')}</p>
      <NativeSelect
        label={t('term.days')}
        value={data.days === null ? '' : String(data.days)}
        disabled={save.isPending}
        data={[
          { value: '', label: t('term.none') },
          ...own.map((days) => ({ value: String(days), label: t('term.in', { count: days }) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          save.mutate({ body: { days: value === '' ? null : Number(value) } })
        }
      />
    </Card>
  );
}
