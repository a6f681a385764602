import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { callKey, queryClient, useAction, useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';

const TERMS = {
  /** When the company says it pays: what its executors read after they have signed. */
  term: {
    read: 'companies.payment_term',
    set: 'companies.set_payment_term',
    usual: [0, 1, 3, 5, 7, 10, 14, 30, 45, 60],
  },
  /** In how many days an act is to be signed: what both sides read while it is not. */
  sign_term: {
    read: 'companies.signing_term',
    set: 'companies.set_signing_term',
    usual: [1, 2, 3, 5, 7, 10, 14, 30],
  },
} as const;

/** A term that the company names, or none. */
export function TermCard({ term }: { term: keyof typeof TERMS }) {
  const t = useTexts('notices');
  const { read, set, usual } = TERMS[term];
  const { data, error, refetch } = useCall(read);
  const save = useAction(set, {
    onSuccess: (answer) => {
      queryClient.setQueryData(callKey(read), answer);
      void toasts.success(t(`${term}.saved`));
    },
  });
  if (error && !data)
    return (
      <Card title={t(`${term}.title`)}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton height={120} />;
  const days = [...new Set([...usual, ...(data.days === null ? [] : [data.days])])].sort((a, b) => a - b);
  return (
    <Card title={t(`${term}.title`)}>
      <p className="k-second k-below-12">{t(`${term}.lead`)}</p>
      <NativeSelect
        label={t(`${term}.days`)}
        value={data.days === null ? '' : String(data.days)}
        disabled={save.isPending}
        data={[
          { value: '', label: t('term.none') },
          ...days.map((count) => ({ value: String(count), label: t('term.in', { count }) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          save.mutate({ body: { days: value === '' ? null : Number(value) } })
        }
      />
    </Card>
  );
}
