import type { CompanyRow } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import css from './admin.module.css';

/** Chooses the director among the people of the company. */
export function DirectorDialog({ company, onClose }: { company: CompanyRow; onClose: () => void }) {
  const t = useTexts('admin');
  const [user_id, setUser] = useState<string | null>(null);
  const [director_position, setPosition] = useState('');
  const [tried, setTried] = useState(false);
  const { data, error, refetch } = useCall('companies.director_candidates', {
    params: { company_id: company.id },
  });
  const link = useDeed('companies.link_director', { stale: ['companies.'], meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('prove'), 'access');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!user_id) return;
    const body = {
      company_id: company.id,
      user_id: Number(user_id),
      ...(director_position.trim() ? { director_position } : {}),
    };
    if (await withProof(() => link.mutateAsync({ body })).catch(() => false)) {
      toasts.success(t('companies.linked'));
      onClose();
    }
  };
  return (
    <>
      <Window
        opened
        onClose={onClose}
        title={t('companies.link_title', { name: company.name })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <p className={css.second}>{t('companies.link_lead')}</p>
          {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.items.length === 0 && <p className={css.second}>{t('companies.nobody_to_link')}</p>}
          <Select
            required
            searchable
            label={t('companies.person')}
            placeholder={t('companies.person_search')}
            nothingFoundMessage={t('companies.person_none')}
            data={(data?.items ?? []).map((one) => ({
              value: String(one.user_id),
              label: [one.full_name || `№ ${one.user_id}`, one.email].filter(Boolean).join(' · '),
            }))}
            value={user_id}
            error={tried && !user_id ? t('companies.person_missing') : undefined}
            onChange={setUser}
          />
          <TextInput
            label={t('companies.position')}
            maxLength={100}
            value={director_position}
            onChange={(event) => setPosition(event.currentTarget.value)}
          />
          <FormFoot
            error={link.error && errorText(link.error)}
            submit={t('companies.link')}
            busy={link.isPending}
            onCancel={onClose}
          />
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
