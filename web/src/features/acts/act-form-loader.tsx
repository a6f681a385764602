import { Skeleton } from '@mantine/core';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { LINE_NAMES } from '@kelisim/shared/features/acts/line-kinds.ts';
import { useMemo } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import css from './act-form.module.css';
import { ActForm } from './act-form.tsx';
import { useActor } from './actor.ts';
import { useCategories, useExecutorNames, useUnits } from './acts.data.ts';

/** Reads what the form chooses from, then shows it. */
export function ActFormLoader({ act }: { act: ActView | null }) {
  const t = useTexts('acts');
  const states = useTexts('states');
  const { place, rights } = useActor();
  const names = useExecutorNames();
  const categories = useCategories();
  const units = useUnits();
  const choices = useMemo(
    () =>
      categories.data && units.data
        ? {
            categories: categories.data,
            units: units.data,
            kinds: LINE_NAMES.map((name) => ({ id: name, code: name, name: states(`line_kind.${name}`) })),
          }
        : null,
    [categories.data, units.data, states],
  );
  const executors = useMemo(
    () =>
      names.data?.filter(
        (one) => one.status === 'active' || one.executor_company_id === act?.contractor_company.id,
      ),
    [names.data, act],
  );
  const failed = [names, categories, units].find((one) => one.error && !one.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!executors || !choices || !place) return <FormBones />;
  if (!act && executors.every((one) => one.contracts.length === 0))
    return (
      <EmptyState
        drawing="people"
        title={t('form.nobody')}
        hint={t('form.nobody_hint')}
        {...(executors.length > 0 || !rights.has('manage_executors')
          ? { action: { label: t('empty.to_contracts'), href: '/lk/business/contracts' } }
          : { action: { label: t('form.invite'), href: '/lk/business/executors?invite=true' } })}
      />
    );
  return <ActForm place={place} act={act} executors={executors} choices={choices} />;
}

/** The form still empty. */
export function FormBones() {
  const late = useDelayed(true);
  if (!late) return null;
  return (
    <div className={css.form} aria-busy>
      <Skeleton h={140} radius="lg" />
      <Skeleton h={260} radius="lg" />
      <Skeleton h={180} radius="lg" />
    </div>
  );
}
