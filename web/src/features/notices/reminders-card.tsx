import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { callKey, queryClient, useCall, useAction } from '../../platform/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toasts } from '../../ui/toasts.ts';

const DAYS = [1, 2, 3, 5, 7, 14, 30];
const TIMES = [1, 2, 3, 5, 10];

/** How the company reminds those who have not signed. */
export function RemindersCard() {
  const t = useTexts('notices');
  const { data, error, refetch } = useCall('notices.reminders');
  const [typed, setTyped] = useState<{ is_on?: boolean; every_days?: number; most?: number }>({});
  const save = useAction('notices.set_reminders', {
    onSuccess: (answer) => {
      queryClient.setQueryData(callKey('notices.reminders'), answer);
      setTyped({});
      void toasts.success(t('reminders.saved'));
    },
  });
  if (error && !data)
    return (
      <Card title={t('reminders.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton height={160} />;
  const { is_on, every_days, most } = { ...data, ...typed };
  const choices = (usual: number[], own: number) =>
    [...new Set([...usual, own])].sort((a, b) => a - b).map(String);
  return (
    <Card title={t('reminders.title')}>
      <p className="k-second k-below-12">
        {t('reminders.lead', { from: data.quiet_from, until: data.quiet_until })}
      </p>
      <form
        className="k-row k-gap-16 k-bottom"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ body: { is_on, every_days, most } });
        }}
      >
        <NativeSelect
          label={t('reminders.every')}
          data={choices(DAYS, every_days)}
          value={String(every_days)}
          disabled={!is_on}
          onChange={({ currentTarget }) => setTyped({ ...typed, every_days: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={t('reminders.most')}
          data={choices(TIMES, most)}
          value={String(most)}
          disabled={!is_on}
          onChange={({ currentTarget }) => setTyped({ ...typed, most: Number(currentTarget.value) })}
        />
        <Checkbox
          label={t('reminders.on')}
          checked={is_on}
          mb={8}
          onChange={({ currentTarget }) => setTyped({ ...typed, is_on: currentTarget.checked })}
        />
        <Button type="submit" loading={save.isPending} disabled={Object.keys(typed).length === 0}>
          {t('reminders.save')}
        </Button>
      </form>
    </Card>
  );
}
