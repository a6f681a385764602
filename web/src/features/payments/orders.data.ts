import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { orderQuery, ORDERS_ON_A_PAGE, type PaymentsState } from './orders-state.ts';

/** The answers that are old after any deed with orders: acts move with them. */
export const staleOrders = ['payments.', 'acts.', 'home.', 'obligations.'];

export function useOrders(state: PaymentsState, enabled: boolean) {
  return useCall(
    'payments.orders',
    { query: orderQuery(state) },
    { placeholderData: keepPreviousData, enabled, refetchInterval: 10_000 },
  );
}

export const useSummary = (enabled: boolean) =>
  useCall('payments.summary', undefined, { enabled, refetchInterval: 10_000 });

/** Everybody who works, or has worked, for the company. */
export function usePayees() {
  const { data } = useCall('executors.names', undefined, { staleTime: 60_000 });
  return (data ?? []).map(({ executor_company_id: id, company_name: name, bin }) => ({ id, name, bin }));
}

export const useSettings = () => useCall('payments.settings');

export function useFiles(page: number) {
  return useCall(
    'payments.files',
    { query: { page, limit: ORDERS_ON_A_PAGE } },
    { placeholderData: keepPreviousData },
  );
}

export function useStatements(page: number) {
  return useCall(
    'payments.statements',
    { query: { page, limit: ORDERS_ON_A_PAGE } },
    { placeholderData: keepPreviousData },
  );
}

export function useOperations({ page, statement, state, payee }: PaymentsState) {
  return useCall(
    'payments.operations',
    {
      query: {
        page,
        limit: ORDERS_ON_A_PAGE,
        ...(statement > 0 && { statement_id: statement }),
        ...(state && { state }),
        ...(payee > 0 && { executor_company_id: payee }),
      },
    },
    { placeholderData: keepPreviousData },
  );
}

export function useReadStatement() {
  const [progress, setProgress] = useState<number | null>(null);
  const read = useMutation({
    mutationFn: ({ file, mapping }: { file: File; mapping?: string }) =>
      api.call(
        'payments.read_statement',
        { body: mapping === undefined ? {} : { mapping }, files: { file } },
        { onProgress: setProgress },
      ),
    onSettled: () => setProgress(null),
    onSuccess: () => invalidate(staleOrders),
    meta: { quiet: true },
  });
  return { ...read, progress };
}
