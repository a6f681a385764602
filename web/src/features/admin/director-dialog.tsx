import type { CompanyRow } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Select, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/companies.link_director';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** Chooses the director among the people of the company. */
export function DirectorDialog({ company, onClose }: { company: CompanyRow; onClose: () => void }) {
  const t = useTexts('admin');
  const { data, error, refetch } = useCall('companies.director_candidates', {
    params: { company_id: company.id },
  });
  const link = useAction('companies.link_director', { stale: ['companies.'], meta: { quiet: true } });
  const form = useForm(
    { user_id: '', director_position: '' },
    { limits, words: { user_id: t('companies.person_missing') } },
  );
  return (
    <FormDialog
      title={t('companies.link_title', { name: company.name })}
      form={form}
      submit={t('companies.link')}
      save={async ({ user_id, director_position }) => {
        const position = director_position.trim() ? { director_position } : {};
        await link.mutateAsync({ body: { company_id: company.id, user_id: Number(user_id), ...position } });
        toasts.success(t('companies.linked'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('companies.link_lead')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="k-second">{t('companies.nobody_to_link')}</p>}
      <Select
        searchable
        label={t('companies.person')}
        placeholder={t('companies.person_search')}
        nothingFoundMessage={t('companies.person_none')}
        data={(data?.items ?? []).map((one) => ({
          value: String(one.user_id),
          label: [one.full_name || `№ ${one.user_id}`, one.email].filter(Boolean).join(' · '),
        }))}
        {...form.field('user_id')}
      />
      <TextInput label={t('companies.position')} {...form.field('director_position')} />
    </FormDialog>
  );
}
